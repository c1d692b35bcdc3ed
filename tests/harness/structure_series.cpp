#include "harness/measure/structure_series.hpp"

#include <gtest/gtest.h>

namespace tycho {
namespace {

TEST(StructureSeries, SaysWhereTheTenHeaviestHaloesAre) {
  analysis::Structure structure;
  for (int i = 0; i < 12; ++i)
    structure.haloes.push_back({{1.0 + i, 20.0 + i, 300.0 + i}, 50.0 - i, 2.0 - 0.1 * i, {}, 40});
  result::SeriesRecord series;
  measure::add_series(series, structure, "reference_");
  const auto curve = [&](const char* name) {
    return series.curves.at(std::string("reference_halo_") + name);
  };
  for (const char* name : {"mass", "radius", "x", "y", "z"}) {
    EXPECT_EQ(curve(name).t.front(), 1) << name;
    EXPECT_EQ(curve(name).t.back(), 10) << name;
    EXPECT_EQ(curve(name).value.size(), 10u) << name;
  }
  EXPECT_DOUBLE_EQ(curve("mass").value[2], 48e10) << "in suns";
  EXPECT_DOUBLE_EQ(curve("radius").value[2], 1.8);
  EXPECT_EQ(curve("x").value[2], 3);
  EXPECT_EQ(curve("y").value[2], 22);
  EXPECT_EQ(curve("z").value[2], 302);
}

TEST(StructureSeries, HasNoHaloesWhereThereAreNone) {
  result::SeriesRecord series;
  measure::add_series(series, {});
  EXPECT_TRUE(series.curves.empty());
}

}  // namespace
}  // namespace tycho
