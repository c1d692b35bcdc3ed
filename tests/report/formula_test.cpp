#include "harness/report/formula.hpp"

#include <gtest/gtest.h>

namespace {

using namespace tycho::report;

const Symbols kWords{{"t1_grape", "GRAPE"},
                     {"t2_kirin", "dE/E"},
                     {"k_force", "38"},
                     {"t6_{who}", "error"},
                     {"share_{n}", "share"}};

TEST(Formula, SaysWhatANameIsCalledAndAtWhichN) {
  EXPECT_EQ(formula_text("t1_grape_{2*n} / t1_grape_{n}", kWords), "GRAPE at 2N / GRAPE at N");
  EXPECT_EQ(formula_text("t1_grape_65536", kWords), "GRAPE at 65,536");
  EXPECT_EQ(formula_text("t6_{who}_{n}", kWords), "error at N");
  EXPECT_EQ(formula_text("share_{n}", kWords), "share") << "a name that is known as it stands";
}

TEST(Formula, IsWrittenAsPeopleWriteIt) {
  EXPECT_EQ(formula_text("k_force * {n}^2 / 1e9", kWords), "38 \u00d7 N^2 / 10^9");
  EXPECT_EQ(formula_text("abs(t2_kirin_{n}) / 2^-23", kWords), "|dE/E at N| / 2^-23");
  EXPECT_EQ(formula_text("(1 - 0) / (0 - 1)", kWords), "(1 \u2212 0) / (0 \u2212 1)");
  EXPECT_EQ(formula_text("-(3 + 6)/2e9", kWords), "\u2212(3 + 6) / 2 \u00d7 10^9");
  EXPECT_EQ(formula_text("sqrt(8)*abs(2-(1+3))", kWords), "\u221a(8) \u00d7 |2 \u2212 (1 + 3)|");
}

TEST(Formula, LeavesANameThatNobodyExplained) {
  EXPECT_EQ(formula_text("peak / t9_xeon_{n}", kWords), "peak / t9_xeon_{n}");
}

}  // namespace
