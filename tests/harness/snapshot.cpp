// Snapshots in Gadget's layout: written, read back by us and by h5py, and refused where they are
// not what they must be.
#include "harness/snapshot/snapshot.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/error.hpp"
#include "core/philox.hpp"
#include "harness/result/durable_file.hpp"
#include "harness/snapshot/any.hpp"
#include "tests/harness/full_disk.hpp"
#include "tests/harness/temporary_folder.hpp"

namespace tycho {
namespace {

using nlohmann::json;

const snapshot::SnapshotHeader kHeader{0.2, 130, 0.25, 0.75, 0.7};

/// In no order, with ids above 32 bits.
Particles some_particles(std::size_t n, bool equal_masses) {
  const Random random(5);
  Particles p(n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto [x, y] = random.uniform2(i, 0);
    const auto [z, m] = random.uniform2(i, 1);
    const auto [u, v] = random.normal2(i, 2);
    p.set_position(i, {kHeader.box * x, kHeader.box * y, kHeader.box * z});
    p.set_velocity(i, {300 * u, 200 * v, 100 * (u - v)});
    p.mass[i] = equal_masses ? 41.25 : 1 + m;
    p.id[i] = (std::uint64_t{7} << 32) + (n - i);
  }
  return p;
}

void expect_same(const Particles& a, const Particles& b) {
  ASSERT_EQ(a.size(), b.size());
  const auto near = [](double x, double y) { EXPECT_NEAR(x, y, 1e-15 * std::abs(x)); };
  for (std::size_t i = 0; i < a.size(); ++i) {
    ASSERT_EQ(a.id[i], b.id[i]);
    near(a.mass[i], b.mass[i]);
    for (const auto which : {&Particles::x, &Particles::y, &Particles::z, &Particles::vx,
                             &Particles::vy, &Particles::vz})
      near((a.*which)[i], (b.*which)[i]);
  }
}

class Snapshots : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!snapshot::can_snapshot()) GTEST_SKIP() << "this build has no HDF5";
  }
  /// What a file is refused with.
  std::string refusal(const std::filesystem::path& file) {
    try {
      snapshot::read_snapshot(file);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  }
  TemporaryFolder folder_;
};

TEST_F(Snapshots, AreReadBackAsTheyWereWritten) {
  for (const bool equal_masses : {true, false}) {
    // More rows than are written at a time.
    const Particles p = some_particles((1 << 17) + 11, equal_masses);
    snapshot::write_snapshot(folder_ / "s.hdf5", kHeader, p);
    const snapshot::Snapshot back = snapshot::read_snapshot(folder_ / "s.hdf5");
    expect_same(p, back.particles);
    EXPECT_EQ(back.header.scale_factor, kHeader.scale_factor);
    EXPECT_NEAR(back.header.box, kHeader.box, 1e-13);
    EXPECT_EQ(back.header.omega_m, kHeader.omega_m);
    EXPECT_EQ(back.header.omega_lambda, kHeader.omega_lambda);
    EXPECT_EQ(back.header.h, kHeader.h);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "s.hdf5.part"));
  }
}

/// What h5py makes of a file; null where there is no h5py.
json read_by_h5py(const TemporaryFolder& folder, const std::string& name) {
  const std::string command = "python3 " TYCHO_SOURCE_DIR "/tests/harness/read_snapshot.py " +
                              (folder / name).string() + " > " + (folder / "json").string();
  const int status = std::system(command.c_str());
  if (WIFEXITED(status) && WEXITSTATUS(status) == 77) return nullptr;
  EXPECT_EQ(status, 0);
  return json::parse(result::read_text(folder / "json"));
}

TEST_F(Snapshots, AreGadgetsToH5py) {
  const Particles p = some_particles(101, true);
  snapshot::write_snapshot(folder_ / "s.hdf5", kHeader, p);
  const json read = read_by_h5py(folder_, "s.hdf5");
  if (read.is_null()) GTEST_SKIP() << "there is no h5py (python3-h5py)";
  const json& header = read["header"];
  EXPECT_EQ(header["NumPart_ThisFile"], json({0, 101, 0, 0, 0, 0}));
  EXPECT_EQ(header["NumPart_Total"], json({0, 101, 0, 0, 0, 0}));
  EXPECT_EQ(header["NumFilesPerSnapshot"], 1);
  EXPECT_EQ(header["Time"], 0.2);
  EXPECT_NEAR(header["Redshift"], 4, 1e-14);
  EXPECT_NEAR(header["BoxSize"], 91000, 1e-9);  // 130 Mpc in kpc / h
  EXPECT_NEAR(header["MassTable"][1], 41.25 * 0.7, 1e-12);
  EXPECT_EQ(header["Omega0"], 0.25);
  EXPECT_EQ(header["OmegaLambda"], 0.75);
  EXPECT_EQ(header["HubbleParam"], 0.7);
  const json& parameters = read["parameters"];
  EXPECT_NEAR(parameters["UnitLength_in_cm"], 3.085678e21, 1e15);  // a kpc
  EXPECT_NEAR(parameters["UnitMass_in_g"], 1.989e43, 1e40);        // 10^10 suns
  EXPECT_EQ(parameters["UnitVelocity_in_cm_per_s"], 1e5);          // a km/s
  for (const char* name : {"BoxSize", "Omega0", "OmegaLambda", "HubbleParam"})
    EXPECT_EQ(parameters[name], header[name]) << name;
  const json& matter = read["matter"];
  EXPECT_FALSE(matter.contains("Masses"));
  EXPECT_EQ(read["types"]["Coordinates"], "float64");
  EXPECT_EQ(read["types"]["ParticleIDs"], "uint64");
  for (std::size_t i = 0; i < p.size(); ++i) {
    EXPECT_EQ(matter["ParticleIDs"][i], p.id[i]);
    EXPECT_NEAR(matter["Coordinates"][i][2], 700 * p.z[i], 1e-10);
    // The peculiar velocity a dx/dt = u / a, over the square root of a.
    const double peculiar = p.vy[i] / 0.2;
    EXPECT_NEAR(matter["Velocities"][i][1], peculiar / std::sqrt(0.2), 1e-9);
  }
}

TEST_F(Snapshots, RefusesWhatIsNoSnapshotAndNamesTheFile) {
  EXPECT_NE(refusal(folder_ / "none.hdf5").find("none.hdf5: no such file"), std::string::npos);
  result::write_durably(folder_ / "text.hdf5", "no HDF5 at all");
  EXPECT_NE(refusal(folder_ / "text.hdf5").find("no HDF5 file"), std::string::npos);
  snapshot::write_snapshot(folder_ / "cut.hdf5", kHeader, some_particles(101, false));
  std::filesystem::resize_file(folder_ / "cut.hdf5", 4096);
  EXPECT_NE(refusal(folder_ / "cut.hdf5").find("not a whole one"), std::string::npos);
  EXPECT_THROW(snapshot::read_any(folder_ / "cut.hdf5"), UsageError);
}

TEST_F(Snapshots, RefusesParticlesOutsideTheBoxAndIdsThatStandTwice) {
  Particles p = some_particles(11, true);
  p.y[3] = kHeader.box;  // rounded up to the side: the same place as 0
  snapshot::write_snapshot(folder_ / "edge.hdf5", kHeader, p);
  EXPECT_EQ(snapshot::read_snapshot(folder_ / "edge.hdf5").particles.y[3], 0);
  p.y[3] = 1.001 * kHeader.box;
  snapshot::write_snapshot(folder_ / "out.hdf5", kHeader, p);
  EXPECT_NE(refusal(folder_ / "out.hdf5").find("outside [0, BoxSize)"), std::string::npos);
  p.y[3] = 0;
  p.id[10] = p.id[2];
  snapshot::write_snapshot(folder_ / "twice.hdf5", kHeader, p);
  EXPECT_NE(refusal(folder_ / "twice.hdf5").find("stands twice"), std::string::npos);
}

/// Writes `to` in the place of every such number in a file.
void put_in_place_of(double from, double to, const std::filesystem::path& file) {
  std::string text = result::read_text(file);
  std::string was(sizeof from, '\0'), is(sizeof to, '\0');
  std::memcpy(was.data(), &from, sizeof from);
  std::memcpy(is.data(), &to, sizeof to);
  for (std::size_t at = 0; (at = text.find(was, at)) != std::string::npos; at += was.size())
    text.replace(at, was.size(), is);
  result::write_durably(file, text);
}

// Numbers in other units would be read without a word, and the run would be of something else.
TEST_F(Snapshots, RefusesOtherUnitsThanThoseThatItsNumbersAreTakenFor) {
  const std::filesystem::path file = folder_ / "s.hdf5";
  constexpr double kKpc = 3.0856775814913673e21, kSuns = 1.98841e43;
  snapshot::write_snapshot(file, kHeader, some_particles(11, true));
  put_in_place_of(kKpc, 3.085678e21, file);  // as other codes write it
  put_in_place_of(kSuns, 1.989e43, file);
  EXPECT_EQ(refusal(file), "");
  put_in_place_of(3.085678e21, 3.085678e24, file);
  EXPECT_NE(refusal(file).find("its units are 3.08568e+24 cm, 1.989e+43 g and 100000 cm/s; of a "
                               "universe, kpc / h, 10^10 suns / h and km/s are read"),
            std::string::npos)
      << refusal(file);

  // At rest, a constant of gravity of 1 is all that matters.
  put_in_place_of(3.085678e24, kKpc, file);
  for (const double density : {kHeader.omega_m, kHeader.omega_lambda})
    put_in_place_of(density, 0, file);
  EXPECT_NE(refusal(file).find("the constant of gravity is 43021.9; a run has 1: multiply the "
                               "masses by 43021.9, and leave the units out of the file"),
            std::string::npos)
      << refusal(file);
  put_in_place_of(1.989e43, 1.989e43 / 43021.9, file);
  EXPECT_EQ(refusal(file), "");
}

TEST_F(Snapshots, LeavesTheOldOneWhenTheDiskIsFull) {
  const Particles p = some_particles(101, true);
  snapshot::write_snapshot(folder_ / "s.hdf5", kHeader, p);
  {
    const FullDisk full(10000);
    EXPECT_THROW(snapshot::write_snapshot(folder_ / "s.hdf5", kHeader, some_particles(5000, true)),
                 result::WriteError);
  }
  EXPECT_EQ(snapshot::read_snapshot(folder_ / "s.hdf5").particles.size(), 101U);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "s.hdf5.part"));
}

// Without HDF5 the error is that of the build, whatever the file.
TEST(SnapshotThatIsNotThere, IsRefusedByABuildWithHdf5AndByOneWithout) {
  if (snapshot::can_snapshot())
    EXPECT_THROW(snapshot::read_snapshot("any.hdf5"), UsageError);
  else
    EXPECT_THROW(snapshot::read_snapshot("any.hdf5"), Unavailable);
}

}  // namespace
}  // namespace tycho
