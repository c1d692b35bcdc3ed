#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/error.hpp"
#include "harness/snapshot/gadget.hpp"
#include "harness/snapshot/hdf5_handle.hpp"
#include "harness/snapshot/snapshot.hpp"

namespace tycho {

namespace {

using hdf5::check;
using hdf5::Failure;
using hdf5::Handle;

template <std::size_t count>
std::array<double, count> numbers(hid_t owner, const std::string& name) {
  const std::string what = "Header has no sound '" + name + "'";
  const Handle attribute(H5Aopen(owner, name.c_str(), H5P_DEFAULT), H5Aclose, what);
  const Handle space(H5Aget_space(attribute), H5Sclose, what);
  if (H5Sget_simple_extent_npoints(space) != static_cast<hssize_t>(count))
    throw Failure(what + ": it must hold " + std::to_string(count));
  std::array<double, count> values{};
  check(H5Aread(attribute, H5T_NATIVE_DOUBLE, values.data()), what);
  for (const double value : values)
    if (!std::isfinite(value)) throw Failure(what + ": it is no number");
  return values;
}

double number(hid_t owner, const std::string& name, double above) {
  const double value = numbers<1>(owner, name)[0];
  if (!(value > above))
    throw Failure("Header: '" + name + "' must be above " + std::to_string(above));
  return value;
}

/// A table of `rows` rows, which it must have.
Handle open_table(hid_t owner, const std::string& name, std::size_t rows, hsize_t columns) {
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
  return table;
}

/// The columns of a table as three arrays, times `unit`.
void get_vectors(hid_t owner, const std::string& name, const std::array<std::vector<double>*, 3>& v,
                 double unit) {
  const std::size_t n = v[0]->size();
  const Handle table = open_table(owner, name, n, 3);
  std::vector<double> rows;
  hdf5::in_stretches(
      table, n, 3, [&](std::size_t first, std::size_t count, hid_t memory, hid_t place) {
        rows.resize(3 * count);
        check(H5Dread(table, H5T_NATIVE_DOUBLE, memory, place, H5P_DEFAULT, rows.data()), name);
        for (std::size_t i = 0; i < count; ++i)
          for (std::size_t c = 0; c < 3; ++c) {
            if (!std::isfinite(rows[3 * i + c]))
              throw Failure(name + ": row " + std::to_string(first + i) + " is no number");
            (*v[c])[first + i] = unit * rows[3 * i + c];
          }
      });
}

/// `most` is what a file of its length can hold: memory is taken before anything is read.
std::size_t particles_in(hid_t header, double most) {
  const auto here = numbers<kGadgetTypes>(header, "NumPart_ThisFile");
  if (const double files = number(header, "NumFilesPerSnapshot", 0); files != 1)
    throw Failure("it is one of " + std::to_string(std::lround(files)) +
                  " files; only snapshots in one file are read");
  for (std::size_t type = 0; type < kGadgetTypes; ++type)
    if (type != kDarkMatter && here[type] != 0)
      throw Failure("it holds particles of type " + std::to_string(type) +
                    "; only dark matter, type 1, is read");
  if (!(here[kDarkMatter] >= 1)) throw Failure("it holds no particles of type 1");
  if (!(here[kDarkMatter] <= most))
    throw Failure("it says that it holds more particles than a file of its length can");
  return static_cast<std::size_t>(here[kDarkMatter]);
}

/// Single precision may round a place just below the box's side up to it.
void require_in_box(Particles& p, double box) {
  for (auto* along : {&p.x, &p.y, &p.z})
    for (double& place : *along) {
      if (!(place >= 0 && place <= box)) throw Failure("Coordinates lie outside [0, BoxSize)");
      if (place == box) place = 0;
    }
}

void require_own_ids(const Particles& p) {
  std::vector<std::uint64_t> sorted(p.id);
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end())
    throw Failure("ParticleIDs: " + std::to_string(*twice) + " stands twice");
}

/// Three numbers of four bytes each for a place, compressed by no more than a thousand (deflate).
double most_particles(const std::filesystem::path& file) {
  return 1000.0 / 12 * static_cast<double>(std::filesystem::file_size(file));
}

Snapshot read(const std::filesystem::path& file) {
  const Handle in(H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose,
                  "it is no HDF5 file, or not a whole one");
  const Handle header(H5Gopen2(in, "Header", H5P_DEFAULT), H5Gclose, "it has no group 'Header'");
  Snapshot snapshot{
      {number(header, "Time", 0), number(header, "BoxSize", 0), number(header, "Omega0", 0),
       number(header, "OmegaLambda", -1e9), number(header, "HubbleParam", 0)},
      Particles(particles_in(header, most_particles(file)))};
  const GadgetUnits units(snapshot.header);
  snapshot.header.box *= units.length;
  Particles& p = snapshot.particles;
  const Handle matter(H5Gopen2(in, "PartType1", H5P_DEFAULT), H5Gclose,
                      "it has no group 'PartType1'");
  get_vectors(matter, "Coordinates", {&p.x, &p.y, &p.z}, units.length);
  get_vectors(matter, "Velocities", {&p.vx, &p.vy, &p.vz}, units.velocity);
  const Handle ids = open_table(matter, "ParticleIDs", p.size(), 1);
  check(H5Dread(ids, H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, p.id.data()), "ParticleIDs");
  const double equal = numbers<kGadgetTypes>(header, "MassTable")[kDarkMatter];
  if (equal > 0) {
    std::fill(p.mass.begin(), p.mass.end(), units.mass * equal);
  } else {
    const Handle masses = open_table(matter, "Masses", p.size(), 1);
    check(H5Dread(masses, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, p.mass.data()),
          "Masses");
    for (double& mass : p.mass) {
      mass *= units.mass;
      if (!(mass > 0)) throw Failure("Masses must be above 0");
    }
  }
  require_in_box(p, snapshot.header.box);
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

}  // namespace tycho
