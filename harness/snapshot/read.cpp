#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <sstream>
#include <vector>

#include "core/error.hpp"
#include "harness/snapshot/gadget.hpp"
#include "harness/snapshot/hdf5_handle.hpp"
#include "harness/snapshot/same_id.hpp"
#include "harness/snapshot/snapshot.hpp"

namespace tycho::snapshot {

namespace {

using hdf5::check;
using hdf5::Failure;
using hdf5::Handle;

// CODATA 2018, in cm^3 / (g s^2).
constexpr double kGravityInCgs = 6.6743e-8;
// Codes write a parsec, a sun and G with three digits at least.
constexpr double kSameUnit = 0.002;

bool is_number(hid_t type) {
  const H5T_class_t kind = H5Tget_class(type);
  return kind == H5T_INTEGER || kind == H5T_FLOAT;
}

template <std::size_t count>
std::array<double, count> numbers(hid_t owner, const std::string& name) {
  const std::string what = "Header has no sound '" + name + "'";
  const Handle attribute(H5Aopen(owner, name.c_str(), H5P_DEFAULT), H5Aclose, what);
  const Handle type(H5Aget_type(attribute), H5Tclose, what);
  const Handle space(H5Aget_space(attribute), H5Sclose, what);
  if (H5Sget_simple_extent_npoints(space) != static_cast<hssize_t>(count))
    throw Failure(what + ": it must hold " + std::to_string(count));
  std::array<double, count> values{};
  if (!is_number(type)) throw Failure(what + ": it is no number");
  check(H5Aread(attribute, H5T_NATIVE_DOUBLE, values.data()), what);
  for (const double value : values)
    if (!std::isfinite(value)) throw Failure(what + ": it is no number");
  return values;
}

double positive(hid_t owner, const std::string& name) {
  const double value = numbers<1>(owner, name)[0];
  if (!(value > 0)) throw Failure("Header: '" + name + "' must be above 0");
  return value;
}

/// Whether the numbers of a table are there, so that memory may be taken for them: its shape alone
/// costs a file nothing. Deflate makes them 1032 times shorter at most.
bool is_written(hid_t table, double bytes, double file_bytes) {
  const Handle made_with(H5Dget_create_plist(table), H5Pclose, "its storage");
  const double most = H5Pget_nfilters(made_with) > 0 ? 1100 : 1;
  return bytes <= most * std::min(static_cast<double>(H5Dget_storage_size(table)), file_bytes);
}

/// A table of `rows` rows of numbers, which the group of a type of particle must have.
Handle open_table(hid_t owner, const std::string& group, const std::string& name, std::size_t rows,
                  hsize_t columns, double file_bytes) {
  const std::string what = group + " has no sound '" + name + "'";
  Handle table(H5Dopen2(owner, name.c_str(), H5P_DEFAULT), H5Dclose, what);
  const Handle space(H5Dget_space(table), H5Sclose, what);
  const int rank = columns > 1 ? 2 : 1;
  hsize_t shape[2] = {0, 1};
  if (H5Sget_simple_extent_ndims(space) != rank) throw Failure(what + ": it has another shape");
  check(H5Sget_simple_extent_dims(space, shape, nullptr), what);
  if (shape[0] != rows || shape[1] != columns)
    throw Failure(what + ": it must have " + std::to_string(rows) + " rows of " +
                  std::to_string(columns));
  const Handle type(H5Dget_type(table), H5Tclose, what);
  if (!is_number(type)) throw Failure(what + ": it holds no numbers");
  const double each = static_cast<double>(columns * H5Tget_size(type));
  if (!is_written(table, each * static_cast<double>(rows), file_bytes))
    throw Failure(what + ": not all of it was written");
  return table;
}

void get(hid_t table, const std::string& name, hid_t type, void* values, hid_t memory = H5S_ALL,
         hid_t selection = H5S_ALL) {
  check(H5Dread(table, type, memory, selection, H5P_DEFAULT, values),
        "'" + name + "' cannot be read");
}

/// The columns of a table as three arrays, times `unit`.
void get_vectors(hid_t table, const std::string& name, const std::array<std::vector<double>*, 3>& v,
                 double unit) {
  std::vector<double> rows;
  hdf5::in_stretches(
      table, v[0]->size(), 3,
      [&](std::size_t first, std::size_t count, hid_t memory, hid_t selection) {
        rows.resize(3 * count);
        get(table, name, H5T_NATIVE_DOUBLE, rows.data(), memory, selection);
        for (std::size_t i = 0; i < count; ++i)
          for (std::size_t c = 0; c < 3; ++c) {
            const double value = unit * rows[3 * i + c];
            if (!std::isfinite(value))
              throw Failure(name + ": row " + std::to_string(first + i) + " is no number");
            (*v[c])[first + i] = value;
          }
      });
}

/// HDF5 silently reads a negative id as 0 and cuts an id with a fraction to a whole number.
void get_ids(hid_t table, std::vector<std::uint64_t>& id) {
  const Handle type(H5Dget_type(table), H5Tclose, "ParticleIDs");
  if (H5Tget_class(type) != H5T_INTEGER) throw Failure("ParticleIDs are no whole numbers");
  const bool has_sign = H5Tget_sign(type) == H5T_SGN_2;
  get(table, "ParticleIDs", has_sign ? H5T_NATIVE_INT64 : H5T_NATIVE_UINT64, id.data());
  if (has_sign)
    for (const std::uint64_t one : id)
      if (static_cast<std::int64_t>(one) < 0) throw Failure("ParticleIDs must not be below 0");
}

/// Of each species of a galaxy; matter that is nothing else is the first.
using Counts = std::array<std::size_t, kTypeOfSpecies.size()>;

Counts particles_in(hid_t header) {
  const auto here = numbers<kGadgetTypes>(header, "NumPart_ThisFile");
  if (positive(header, "NumFilesPerSnapshot") != 1)
    throw Failure("it is one of several files; only snapshots in one file are read");
  for (std::size_t type = 0; type < kGadgetTypes; ++type)
    if (here[type] != 0 &&
        std::find(kTypeOfSpecies.begin(), kTypeOfSpecies.end(), type) == kTypeOfSpecies.end())
      throw Failure(
          "it holds particles of type " + std::to_string(type) +
          "; dark matter or a halo, type 1, a disc, type 2, and a bulge, type 3, are read");
  Counts counts{};
  for (std::size_t s = 0; s < counts.size(); ++s) {
    const double n = here[kTypeOfSpecies[s]];
    // Beyond 2^53 a double is no count.
    if (!(n >= 0) || n != std::trunc(n) || n > 9007199254740992.0)
      throw Failure("Header: 'NumPart_ThisFile' is no number of particles");
    counts[s] = static_cast<std::size_t>(n);
  }
  if (counts == Counts{}) throw Failure("it holds no particles of types 1, 2 and 3");
  return counts;
}

/// Single precision may round a position just below the box's side up to it.
void require_in_box(Particles& p, double box) {
  for (auto* along : {&p.x, &p.y, &p.z})
    for (double& x : *along) {
      if (!(x >= 0 && x <= box)) throw Failure("Coordinates lie outside [0, BoxSize)");
      if (x == box) x = 0;
    }
}

void require_own_ids(const Particles& p) {
  if (const auto twice = id_that_stands_twice(p.id))
    throw Failure("ParticleIDs: " + std::to_string(*twice) + " stands twice");
}

/// Masses of the bodies: `own` has one for each, otherwise all are `equal`.
void get_masses(const std::optional<Handle>& own, double equal, double unit,
                std::vector<double>& mass) {
  if (own)
    get(*own, "Masses", H5T_NATIVE_DOUBLE, mass.data());
  else
    std::fill(mass.begin(), mass.end(), equal);
  for (double& m : mass) {
    m *= unit;
    if (!(m > 0 && std::isfinite(m))) throw Failure("masses must be above 0");
  }
}

SnapshotHeader read_header(hid_t header) {
  const double matter = numbers<1>(header, "Omega0")[0];
  const double lambda = numbers<1>(header, "OmegaLambda")[0];
  if (matter == 0 && lambda == 0) {
    numbers<1>(header, "HubbleParam");  // unused at rest; a broken one refuses the file
    const SnapshotHeader still =
        at_rest(numbers<1>(header, "Time")[0], numbers<1>(header, "BoxSize")[0]);
    if (still.box < 0) throw Failure("Header: 'BoxSize' must not be below 0");
    return still;
  }
  SnapshotHeader read{positive(header, "Time"), positive(header, "BoxSize"),
                      positive(header, "Omega0"), lambda, positive(header, "HubbleParam")};
  read.box *= GadgetUnits(read).length;
  if (!(read.box > 0 && std::isfinite(read.box)))
    throw Failure("Header: 'BoxSize' and 'HubbleParam' make no box");
  return read;
}

/// 0 where it is not there.
double number_in(hid_t owner, const char* name) {
  return H5Aexists(owner, name) > 0 ? numbers<1>(owner, name)[0] : 0;
}

/// Refuses units, where the file names them (in Gadget-4's "Parameters", or in the header), that
/// are not those that its numbers are taken for. A run at rest takes numbers as they stand, and in
/// Gadget's usual units the constant of gravity is 43,000 times that of the run.
void require_units(hid_t file, hid_t header, bool expanding) {
  std::optional<Handle> parameters;
  if (H5Lexists(file, "Parameters", H5P_DEFAULT) > 0)
    parameters.emplace(H5Gopen2(file, "Parameters", H5P_DEFAULT), H5Gclose, "'Parameters'");
  const hid_t owner = parameters ? hid_t(*parameters) : header;
  const double length = number_in(owner, "UnitLength_in_cm");
  const double mass = number_in(owner, "UnitMass_in_g");
  const double velocity = number_in(owner, "UnitVelocity_in_cm_per_s");
  if (!(length > 0 && mass > 0 && velocity > 0)) return;
  std::ostringstream units;
  units << "its units are " << length << " cm, " << mass << " g and " << velocity << " cm/s";
  const auto near = [](double a, double b) { return std::abs(a / b - 1) < kSameUnit; };
  if (expanding) {
    if (near(length, kUnitLengthInCm) && near(mass, kUnitMassInG) &&
        near(velocity, kUnitVelocityInCmPerS))
      return;
    throw Failure(units.str() +
                  "; of a universe, kpc / h, 10^10 suns / h and km/s are read: convert the file");
  }
  const bool none = length == 1 && mass == 1 && velocity == 1;   // numbers without units
  double gravity = number_in(owner, "GravityConstantInternal");  // 0: that of the units
  if (!(gravity > 0)) gravity = none ? 1 : kGravityInCgs * mass / (length * velocity * velocity);
  if (near(gravity, 1)) return;
  units << ", in which the constant of gravity is " << gravity
        << "; a run has 1: multiply the masses by " << gravity
        << ", and leave the units out of the file";
  throw Failure(units.str());
}

/// The tables of one type, looked at before memory is taken for any.
struct Tables {
  Handle matter;
  double equal_mass, bytes;
  std::size_t n;
  std::string group;
  Handle positions = table("Coordinates", 3), velocities = table("Velocities", 3),
         ids = table("ParticleIDs", 1);
  std::optional<Handle> masses{}, softening{};

  Tables(hid_t file, std::size_t type, std::size_t count, double mass, double file_bytes)
      : matter(H5Gopen2(file, group_of(type).c_str(), H5P_DEFAULT), H5Gclose,
               "it has no group '" + group_of(type) + "'"),
        equal_mass(mass),
        bytes(file_bytes),
        n(count),
        group(group_of(type)) {
    if (equal_mass == 0) masses.emplace(table("Masses", 1));
    if (H5Lexists(matter, kSofteningTable, H5P_DEFAULT) > 0)
      softening.emplace(table(kSofteningTable, 1));
  }

  Handle table(const std::string& name, hsize_t columns) const {
    return open_table(matter, group, name, n, columns, bytes);
  }
};

Particles read_part(const Tables& tables, const GadgetUnits& units) {
  Particles p(tables.n);
  get_vectors(tables.positions, "Coordinates", {&p.x, &p.y, &p.z}, units.length);
  get_vectors(tables.velocities, "Velocities", {&p.vx, &p.vy, &p.vz}, units.velocity);
  get_ids(tables.ids, p.id);
  get_masses(tables.masses, tables.equal_mass, units.mass, p.mass);
  if (!tables.softening) return p;
  p.softening.resize(tables.n);
  get(*tables.softening, kSofteningTable, H5T_NATIVE_DOUBLE, p.softening.data());
  for (double& length : p.softening) {
    length *= units.length;
    if (!(length >= 0 && std::isfinite(length)))
      throw Failure(std::string(kSofteningTable) + " must not be below 0");
  }
  return p;
}

void append(Particles& all, Particles part) {
  if (all.size() == 0) {
    all = std::move(part);
    return;
  }
  if (all.softening.empty() != part.softening.empty())
    throw Failure(std::string(kSofteningTable) + " stands with some types of particles only");
  const auto add = [](auto& to, const auto& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  for (const auto field : {&Particles::mass, &Particles::x, &Particles::y, &Particles::z,
                           &Particles::vx, &Particles::vy, &Particles::vz, &Particles::ax,
                           &Particles::ay, &Particles::az, &Particles::softening})
    add(all.*field, part.*field);
  add(all.id, part.id);
}

Snapshot read(const std::filesystem::path& file) {
  const Handle in(H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose,
                  "it is no HDF5 file, or not a whole one (comma-separated values are read from a "
                  "file whose name ends in .csv)");
  const Handle header(H5Gopen2(in, "Header", H5P_DEFAULT), H5Gclose, "it has no group 'Header'");
  Snapshot snapshot{read_header(header), Particles(0)};
  require_units(in, header, snapshot.header.expanding);
  const Counts counts = particles_in(header);
  const auto equal = numbers<kGadgetTypes>(header, "MassTable");
  const auto bytes = static_cast<double>(std::filesystem::file_size(file));
  std::vector<Tables> parts;
  for (std::size_t s = 0; s < counts.size(); ++s) {
    const std::size_t type = kTypeOfSpecies[s];
    if (counts[s] == 0) continue;
    if (equal[type] < 0) throw Failure("Header: 'MassTable' must not be below 0");
    parts.emplace_back(in, type, counts[s], equal[type], bytes);
  }
  const bool galaxy = counts[0] == 0 || parts.size() > 1;
  const GadgetUnits units(snapshot.header);
  Particles& p = snapshot.particles;
  for (const Tables& tables : parts) append(p, read_part(tables, units));
  if (galaxy)
    for (std::size_t s = 0; s < counts.size(); ++s)
      p.species.insert(p.species.end(), counts[s], static_cast<std::uint8_t>(s));
  if (snapshot.header.box > 0) require_in_box(p, snapshot.header.box);
  require_own_ids(p);
  return snapshot;
}

}  // namespace

Snapshot read_snapshot(const std::filesystem::path& file) {
  const hdf5::Quiet quiet;
  if (!std::filesystem::exists(file)) throw UsageError(file.string() + ": no such file");
  try {
    return read(file);
  } catch (const Failure& failure) {
    throw UsageError(file.string() + ": no snapshot that can be read: " + failure.what());
  }
}

}  // namespace tycho::snapshot
