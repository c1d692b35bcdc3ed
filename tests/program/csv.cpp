// Particles as comma-separated values: to the bit and back, and refused by line and column.
#include "harness/snapshot/csv.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "core/error.hpp"
#include "core/philox.hpp"
#include "tests/harness/temporary_folder.hpp"

namespace tycho {
namespace {

class Csv : public testing::Test {
 protected:
  std::string refusal(const std::string& text, std::size_t most = 0) {
    std::ofstream(folder_ / "p.csv") << text;
    try {
      snapshot::read_csv(folder_ / "p.csv", most);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "was read";
  }
  void refused(const std::string& text, const std::string& why, std::size_t most = 0) {
    EXPECT_NE(refusal(text, most).find(why), std::string::npos) << refusal(text, most);
  }
  TemporaryFolder folder_;
};

TEST_F(Csv, IsReadBackToTheBit) {
  const Random random(3);
  Particles p(97);
  for (std::size_t i = 0; i < p.size(); ++i) {
    const auto [a, b] = random.normal2(i, 0);
    p.set_position(i, {a, b * 1e-300, 1 / a});
    p.set_velocity(i, {b, a * 1e200, a + b});
    p.mass[i] = std::exp(b);
    p.id[i] = (std::uint64_t{3} << 60) + 7 * i;
    p.softening.push_back(a * a);
    p.species.push_back(static_cast<std::uint8_t>(i % 3));
  }
  for (const bool plain : {false, true}) {
    if (plain) p.softening.clear(), p.species.clear();
    snapshot::write_csv(folder_ / "p.csv", p);
    const Particles back = snapshot::read_csv(folder_ / "p.csv");
    for (const auto field : {&Particles::mass, &Particles::x, &Particles::y, &Particles::z,
                             &Particles::vx, &Particles::vy, &Particles::vz, &Particles::softening})
      EXPECT_EQ(back.*field, p.*field);
    EXPECT_EQ(back.id, p.id);
    EXPECT_EQ(back.species, p.species);
    EXPECT_EQ(back.ax.size(), p.size());
  }
}

TEST_F(Csv, MayBeginAsSpreadsheetsWriteIt) {
  std::ofstream(folder_ / "p.csv") << "\xef\xbb\xbfid,mass,x,y,z,vx,vy,vz\r\n9,0.5,1,2,3,4,5,6\r\n";
  const Particles p = snapshot::read_csv(folder_ / "p.csv");
  ASSERT_EQ(p.size(), 1U);
  EXPECT_EQ(p.id[0], 9U);
}

TEST_F(Csv, TakesItsColumnsInAnyOrder) {
  std::ofstream(folder_ / "p.csv") << "vz,vy,vx, z,y,x,mass,id\r\n6,5,4,3,2,1,0.5,9\r\n\r\n";
  const Particles p = snapshot::read_csv(folder_ / "p.csv");
  ASSERT_EQ(p.size(), 1U);
  EXPECT_EQ(p.id[0], 9U);
  EXPECT_EQ(p.x[0], 1);
  EXPECT_EQ(p.vz[0], 6);
}

TEST_F(Csv, IsRefusedByLineAndColumn) {
  const std::string names = "id,mass,x,y,z,vx,vy,vz\n", row = "1,1,0,0,0,0,0,0\n";
  EXPECT_NE(refusal("").find("p.csv: it is empty"), std::string::npos);
  refused(names, "it holds no particles");
  refused("id,mass,x,y,z,vx,vy\n" + row, "line 1: the column 'vz' is missing");
  refused("id,mass,x,y,z,vx,vy,vz,q\n", "line 1: there is no column 'q'; there are id, mass");
  refused("id,id,mass,x,y,z,vx,vy,vz\n", "the column 'id' stands twice");
  refused(names + row + "2,1,0,0,nan,0,0,0\n", "line 3: z = 'nan' is no finite number");
  refused(names + "1,1,0,0,inf,0,0,0\n", "line 2: z = 'inf' is no finite number");
  refused(names + "1,1,0,0,0 1,0,0,0\n", "line 2: z = '0 1' is no finite number");
  refused(names + "-1,1,0,0,0,0,0,0\n", "line 2: id = '-1' is no whole number from 0");
  refused(names + "1,0,0,0,0,0,0,0\n", "line 2: mass must be above 0");
  refused(names + "1,1,0\n", "line 2: has 3 values, not 8");
  refused(names + row + row, "id 1 stands twice");
  refused(names + row + "2,1,0,0,0,0,0,0\n", "line 3: the file holds more than the 1 particles", 1);
  refused(names + std::string(5000, '1'), "line 2: is too long for a particle");
  EXPECT_THROW(snapshot::read_csv(folder_ / "none.csv"), UsageError);
  EXPECT_THROW(snapshot::read_csv("/dev/zero"), UsageError);
}

}  // namespace
}  // namespace tycho
