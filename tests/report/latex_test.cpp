#include "harness/report/latex.hpp"

#include <gtest/gtest.h>

#include "harness/report/report.hpp"
#include "tests/report/synthetic.hpp"

namespace {

using namespace tycho::report;

TEST(Latex, LeavesNoCharacterThatIsACommand) {
  EXPECT_EQ(escape_latex(R"(50% of $x_1^2 & \input{#~<y>|})"),
            "50\\% of \\$x\\_1\\textasciicircum{}2 \\& \\textbackslash{}input\\{\\#"
            "\\textasciitilde{}\\textless{}y\\textgreater{}\\textbar{}\\}");
  EXPECT_EQ(escape_latex("[4] 2*2"), "{[}4] 2{*}2") << "a row may begin with it";
  EXPECT_EQ(escape_latex("3 \u00b5s \u00b1 2%, \u2265 1 \u2713 B\u00e9dorf"),
            "3 $\\mu$s $\\pm$ 2\\%, $\\geq$ 1 $\\surd$ B\u00e9dorf");
}

Table small() {
  Table table{
      "made-up", "Times & more", {{"N", "", true}, {"GPU_1", "published", false}}, {}, false};
  table.rows = {{{"8", "", Tone::kPlain}, {"2 s", "not shown", Tone::kExtrapolated}},
                {{"16", "", Tone::kPlain}, {"skipped", "why", Tone::kSkipped}}};
  return table;
}

TEST(Latex, IsATableToInput) {
  EXPECT_EQ(latex(small(), "nobody2001"), R"tex(% Made by tycho report from result files.
% \usepackage{booktabs}
\begin{table}
\caption{Times \& more \cite{nobody2001}. \textsuperscript{e}: extrapolated. --: skipped}
\label{tab:made-up}
\begin{tabular}{rl}
\toprule
N & GPU\_1 \\
 & published \\
\midrule
8 & 2 s\textsuperscript{e} \\
16 & -- \\
\bottomrule
\end{tabular}
\end{table}
)tex");
}

TEST(Latex, BreaksALongTableOverPages) {
  Table table = small();
  table.rows.resize(41, table.rows.front());
  const std::string text = latex(table, "");
  EXPECT_NE(text.find("\\begin{longtable}{rl}"), std::string::npos);
  EXPECT_EQ(text.find("\\cite"), std::string::npos);
}

TEST(Latex, CitesThePaperUnderItsKey) {
  Paper paper;
  paper.title = "On _ and &";
  paper.author = "A. One, B. Two";
  paper.venue = "Somewhere 3";
  Paper nameless;
  nameless.title = "T";
  nameless.author = "(not named)";
  nameless.venue = "2013";
  EXPECT_EQ(bibtex({{"one2001", paper}, {"two2013", nameless}}), R"bib(@misc{one2001,
  title = {{On \_ and \&}},
  author = {A. One and B. Two},
  howpublished = {Somewhere 3},
  year = {2001}
}
@misc{two2013,
  title = {{T}},
  key = {two2013},
  year = {2013}
}
)bib");
}

TEST(Latex, StandsBesideEveryTableOfAReport) {
  tycho::synthetic::Folder folder;
  folder.write("published/synthetic.json", tycho::synthetic::published().dump());
  folder.write("here/synthetic.json",
               tycho::synthetic::result("M", {tycho::synthetic::run("cpu", "cpu", 4, 1)}));
  tycho::report::write_report({{folder.path() / "here"},
                               {},
                               folder.path() / "out",
                               folder.path() / "published",
                               "",
                               true,
                               true});
  EXPECT_NE(folder.read("out/tables/synthetic-times-table.tex").find("\\cite{synthetic}"),
            std::string::npos);
  EXPECT_NE(folder.read("out/tables/references.bib").find("@misc{synthetic,"), std::string::npos);
}

}  // namespace
