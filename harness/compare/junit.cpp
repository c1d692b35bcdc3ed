#include <map>
#include <sstream>

#include "harness/compare/output.hpp"
#include "harness/compare/percent.hpp"

namespace tycho::compare {

namespace {

// XML 1.0 allows no control characters but tab and line ends, in no spelling.
std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        safe += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return safe;
}

// "<paper>/<case>" of a run's id.
std::string case_of(const std::string& run) {
  const std::size_t paper = run.find('/');
  return paper == std::string::npos ? run : run.substr(0, run.find('/', paper + 1));
}

bool fails(const Row& row) {
  return row.waiver.empty() &&
         (row.verdict == Verdict::kNumericallyDifferent || row.verdict == Verdict::kMissing ||
          row.verdict == Verdict::kSlower);
}

bool skipped(const Row& row) { return !row.waiver.empty() || row.verdict == Verdict::kAmbiguous; }

std::string message(const Row& row) {
  std::string text = in_words(row.verdict);
  if (row.timed) text += " by " + signed_percent(row.timed->change);
  if (!row.reason.empty()) text += ": " + row.reason;
  if (!row.waiver.empty()) text += "; waived: " + row.waiver;
  return text;
}

}  // namespace

std::string to_junit(const Comparison& comparison) {
  struct Suite {
    std::ostringstream tests;
    int count = 0, failures = 0, skipped = 0;
  };
  std::map<std::string, Suite> suites;
  int count = 0, failures = 0;
  for (const Row& row : comparison.rows) {
    Suite& suite = suites[case_of(row.run)];
    ++suite.count, ++count;
    const double seconds = row.timed ? row.timed->new_s : 0;
    suite.tests << "    <testcase classname=\"" << escaped(row.run) << "\" name=\""
                << escaped(row.what.empty() ? "run" : row.what) << "\" time=\"" << seconds << '"';
    if (fails(row)) {
      ++suite.failures, ++failures;
      suite.tests << ">\n      <failure type=\"" << in_words(row.verdict) << "\" message=\""
                  << escaped(message(row)) << "\"/>\n    </testcase>\n";
    } else if (skipped(row)) {
      ++suite.skipped;
      suite.tests << ">\n      <skipped message=\"" << escaped(message(row))
                  << "\"/>\n    </testcase>\n";
    } else {
      suite.tests << "/>\n";
    }
  }
  std::ostringstream out;
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"tycho compare\" tests=\""
      << count << "\" failures=\"" << failures << "\">\n";
  for (const auto& [name, suite] : suites)
    out << "  <testsuite name=\"" << escaped(name) << "\" tests=\"" << suite.count
        << "\" failures=\"" << suite.failures << "\" errors=\"0\" skipped=\"" << suite.skipped
        << "\">\n"
        << suite.tests.str() << "  </testsuite>\n";
  out << "</testsuites>\n";
  return out.str();
}

}  // namespace tycho::compare
