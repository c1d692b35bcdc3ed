#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "core/error.hpp"
#include "harness/snapshot/gadget.hpp"
#include "harness/snapshot/hdf5_handle.hpp"
#include "harness/snapshot/snapshot.hpp"

namespace tycho::snapshot {

namespace {

using hdf5::check;
using hdf5::Failure;
using hdf5::Handle;

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

/// A table of `rows` rows of numbers, which it must have.
Handle open_table(hid_t owner, const std::string& name, std::size_t rows, hsize_t columns,
                  double file_bytes) {
  const std::string what = "PartType1 has no sound '" + name + "'";
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
        "PartType1: '" + name + "' cannot be read");
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

std::size_t particles_in(hid_t header) {
  const auto here = numbers<kGadgetTypes>(header, "NumPart_ThisFile");
  if (positive(header, "NumFilesPerSnapshot") != 1)
    throw Failure("it is one of several files; only snapshots in one file are read");
  for (std::size_t type = 0; type < kGadgetTypes; ++type)
    if (type != kDarkMatter && here[type] != 0)
      throw Failure("it holds particles of type " + std::to_string(type) +
                    "; only dark matter, type 1, is read");
  const double n = here[kDarkMatter];
  if (!(n >= 1)) throw Failure("it holds no particles of type 1");
  // Beyond 2^53 a double is no count.
  if (n != std::trunc(n) || n > 9007199254740992.0)
    throw Failure("Header: 'NumPart_ThisFile' is no number of particles");
  return static_cast<std::size_t>(n);
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
  std::vector<std::uint64_t> sorted(p.id);
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end())
    throw Failure("ParticleIDs: " + std::to_string(*twice) + " stands twice");
}

/// All the same, or each its own.
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
  SnapshotHeader read{positive(header, "Time"), positive(header, "BoxSize"),
                      positive(header, "Omega0"), numbers<1>(header, "OmegaLambda")[0],
                      positive(header, "HubbleParam")};
  read.box *= GadgetUnits(read).length;
  if (!(read.box > 0 && std::isfinite(read.box)))
    throw Failure("Header: 'BoxSize' and 'HubbleParam' make no box");
  return read;
}

Snapshot read(const std::filesystem::path& file) {
  const Handle in(H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose,
                  "it is no HDF5 file, or not a whole one");
  const Handle header(H5Gopen2(in, "Header", H5P_DEFAULT), H5Gclose, "it has no group 'Header'");
  const SnapshotHeader read = read_header(header);
  const GadgetUnits units(read);
  const std::size_t n = particles_in(header);
  const double equal_mass = numbers<kGadgetTypes>(header, "MassTable")[kDarkMatter];
  if (equal_mass < 0) throw Failure("Header: 'MassTable' must not be below 0");

  // All tables are looked at before memory is taken for any.
  const Handle matter(H5Gopen2(in, "PartType1", H5P_DEFAULT), H5Gclose,
                      "it has no group 'PartType1'");
  const auto bytes = static_cast<double>(std::filesystem::file_size(file));
  const Handle positions = open_table(matter, "Coordinates", n, 3, bytes);
  const Handle velocities = open_table(matter, "Velocities", n, 3, bytes);
  const Handle ids = open_table(matter, "ParticleIDs", n, 1, bytes);
  std::optional<Handle> masses;
  if (equal_mass == 0) masses.emplace(open_table(matter, "Masses", n, 1, bytes));

  Snapshot snapshot{read, Particles(n)};
  Particles& p = snapshot.particles;
  get_vectors(positions, "Coordinates", {&p.x, &p.y, &p.z}, units.length);
  get_vectors(velocities, "Velocities", {&p.vx, &p.vy, &p.vz}, units.velocity);
  get_ids(ids, p.id);
  get_masses(masses, equal_mass, units.mass, p.mass);
  require_in_box(p, read.box);
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
