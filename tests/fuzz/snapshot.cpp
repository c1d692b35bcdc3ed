// Whatever stands in a sound HDF5 file, it is read as what was written, or refused with an error
// that helps. Damaged HDF5 is HDF5's own affair, and not tried here (docs/reliability.md).
#include "harness/snapshot/snapshot.hpp"

#include <sys/resource.h>

#include <cmath>
#include <set>

#include "core/error.hpp"
#include "tests/fuzz/gadget_file.hpp"
#include "tests/fuzz/input_file.hpp"

namespace {

using namespace tycho;
using fuzz::Field;
using fuzz::GadgetFile;

/// Products with such numbers may or may not be finite: the reader may take them or not.
bool far(long double number) {
  return number != 0 && !(std::abs(number) > 1e-100L && std::abs(number) < 1e100L);
}

std::string wrong_numbers(const Field& field, std::uint64_t count) {
  if (!field.there) return "there is no " + field.name;
  if (!fuzz::is_number(field.type)) return field.name + " is no number";
  if (field.count() != count) return field.name + " has another count";
  for (std::size_t i = 0; i < count; ++i)
    if (!std::isfinite(static_cast<double>(field.stored(i)))) return field.name + " is not finite";
  return "";
}

std::string wrong_table(const Field& field, std::uint64_t rows, std::uint64_t columns) {
  if (!field.there) return "there is no " + field.name;
  std::vector<std::uint64_t> shape{rows};
  if (columns > 1) shape.push_back(columns);
  if (field.space != fuzz::Space::kSimple || field.shape != shape)
    return field.name + " has another shape";
  if (field.storage == fuzz::Storage::kNeverWritten) return field.name + " was never written";
  return wrong_numbers(field, rows * columns);
}

/// Of a header of numbers: whether the file's space does not expand.
bool at_rest(const GadgetFile& file) {
  return file.header[fuzz::kOmega].stored(0) == 0 && file.header[fuzz::kLambda].stored(0) == 0;
}

std::string wrong_header(const GadgetFile& file) {
  using namespace fuzz;
  for (int i = 0; i < kAttributes; ++i)
    if (std::string wrong = wrong_numbers(file.header[i], i == kNumbers || i == kMasses ? 6 : 1);
        !wrong.empty())
      return wrong;
  if (at_rest(file)) {
    if (file.header[kBox].stored(0) < 0) return "a box below 0";
  } else {
    for (const int above_zero : {kTime, kBox, kOmega, kHubble})
      if (!(file.header[above_zero].stored(0) > 0)) return file.header[above_zero].name + " <= 0";
  }
  if (file.header[kFiles].stored(0) != 1) return "more files than one";
  for (const std::size_t type : {0, 2, 3, 4, 5})  // 2 and 3 have no group in these files
    if (file.header[kNumbers].stored(type) != 0) return "other particles";
  const long double n = file.header[kNumbers].stored(1);
  if (!(n >= 1 && n < 1e15L) || n != std::trunc(n)) return "no number of particles";
  if (file.header[kMasses].stored(1) < 0) return "a mass below 0";
  return "";
}

/// Why a file must be refused; empty: it is sound.
std::string wrong(const GadgetFile& file) {
  using namespace fuzz;
  for (const Place place : {file.header_place, file.matter_place})
    if (place != Place::kThere && place != Place::kElsewhere) return "no group";
  if (std::string what = wrong_header(file); !what.empty()) return what;
  const auto n = static_cast<std::uint64_t>(file.header[kNumbers].stored(1));
  for (const int vectors : {kCoordinates, kVelocities})
    if (std::string what = wrong_table(file.tables[vectors], n, 3); !what.empty()) return what;
  for (std::size_t i = 0; i < 3 * n; ++i)
    if (const long double place = file.tables[kCoordinates].stored(i);
        !(at_rest(file) && file.header[kBox].stored(0) == 0) &&
        !(place >= 0 && place <= file.header[kBox].stored(0)))
      return "outside the box";
  const Field& ids = file.tables[kIds];
  if (std::string what = wrong_table(ids, n, 1); !what.empty()) return what;
  if (!is_integer(ids.type)) return "ids are no whole numbers";
  std::set<long double> seen;
  for (std::size_t i = 0; i < n; ++i) {
    if (ids.stored(i) < 0) return "an id below 0";
    if (!seen.insert(ids.stored(i)).second) return "an id twice";
  }
  if (file.header[kMasses].stored(1) > 0) return "";
  const Field& masses = file.tables[kOwnMasses];
  if (std::string what = wrong_table(masses, n, 1); !what.empty()) return what;
  for (std::size_t i = 0; i < n; ++i)
    if (!(masses.stored(i) > 0)) return "a mass of 0";
  return "";
}

/// Of a file in which nothing is wrong: whether its numbers are such that all products are sound.
bool has_far_numbers(const GadgetFile& file) {
  for (const Field& field : file.header)
    for (std::size_t i = 0; i < field.count(); ++i)
      if (far(field.stored(i))) return true;
  for (const Field& field : file.tables)
    for (std::size_t i = 0; field.there && i < std::min<std::uint64_t>(field.count(), 1024); ++i)
      if (far(field.stored(i))) return true;
  // Whether it lies on the side or beyond is a matter of rounding to double.
  const Field& places = file.tables[fuzz::kCoordinates];
  const auto box = static_cast<double>(file.header[fuzz::kBox].stored(0));
  for (std::size_t i = 0; i < places.count(); ++i)
    if (const auto place = static_cast<double>(places.stored(i));
        place != box && std::abs(place - box) < 1e-12 * box)
      return true;
  return false;
}

void require_same(const std::string& what, double read, long double written) {
  if (!std::isfinite(read)) fuzz::broken(what + " was read as no number");
  const auto wanted = static_cast<double>(written);
  if (!(std::abs(read - wanted) <= 1e-14 * std::abs(wanted) + 1e-290))
    fuzz::broken(what + " was read as " + std::to_string(read) + ", written as " +
                 std::to_string(wanted));
}

void require_agrees(const snapshot::Snapshot& read, const GadgetFile& file) {
  using namespace fuzz;
  const auto of = [&](int name) { return file.header[name].stored(0); };
  const bool still = at_rest(file);
  const long double h = still ? 1 : of(kHubble), a = still ? 1 : of(kTime);
  const long double thousand = still ? 1 : 1000;  // kpc in a Mpc
  const snapshot::SnapshotHeader& header = read.header;
  if (header.expanding == still) broken("space at rest and a universe were taken for each other");
  require_same("Time", still ? header.time : header.scale_factor, of(kTime));
  require_same("BoxSize", header.box, of(kBox) / thousand / h);
  require_same("Omega0", header.omega_m, of(kOmega));
  require_same("OmegaLambda", header.omega_lambda, of(kLambda));
  require_same("HubbleParam", header.h, h);
  if (!(header.box > 0) && !still) broken("a box of no size");
  const Particles& p = read.particles;
  if (static_cast<long double>(p.size()) != file.header[kNumbers].stored(1))
    broken("another number of particles");
  for (std::size_t i = 0; i < p.size(); ++i) {
    for (int c = 0; c < 3; ++c) {
      const long double place = file.tables[kCoordinates].stored(3 * i + c);
      const double at = std::array{&p.x, &p.y, &p.z}[c]->at(i);
      const bool open = header.box == 0;
      if (!open && !(at >= 0 && at < header.box)) broken("a place outside the box");
      // The side of the box is its beginning.
      if (open || at != 0 || static_cast<double>(place) < static_cast<double>(of(kBox)))
        require_same("Coordinates", at, place / thousand / h);
      require_same("Velocities", std::array{&p.vx, &p.vy, &p.vz}[c]->at(i),
                   file.tables[kVelocities].stored(3 * i + c) * a * std::sqrt(a));
    }
    if (static_cast<long double>(p.id[i]) != file.tables[kIds].stored(i)) broken("another id");
    const long double equal = file.header[kMasses].stored(1);
    require_same("mass", p.mass[i], (equal > 0 ? equal : file.tables[kOwnMasses].stored(i)) / h);
    if (!(p.mass[i] > 0)) broken("a mass of 0");
  }
}

/// Files are of some KB: whoever asks for so much believes a number in them. A sanitizer's own maps
/// are larger, and libFuzzer has its own limit.
void limit_memory() {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(__clang__)
  static const rlimit limit{256 << 20, 256 << 20};
  [[maybe_unused]] static const int once = setrlimit(RLIMIT_DATA, &limit);
#endif
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  limit_memory();
  static const fuzz::InputFile input("snapshot.hdf5");
  const std::filesystem::path& path = input.write({});
  GadgetFile file({data, size});
  file.write(path);
  const std::string reason = wrong(file);
  try {
    const snapshot::Snapshot read = snapshot::read_snapshot(path);
    if (!reason.empty()) fuzz::broken("was read, but must not be: " + reason);
    require_agrees(read, file);
  } catch (const UsageError& error) {
    fuzz::require_helpful(error.what(), path);
    if (reason.empty() && !has_far_numbers(file))
      fuzz::broken(std::string("is sound, but was refused: ") + error.what());
  }
  return 0;
}
