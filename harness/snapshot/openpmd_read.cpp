#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "harness/snapshot/hdf5_handle.hpp"
#include "harness/snapshot/openpmd.hpp"
#include "harness/snapshot/same_id.hpp"

namespace tycho::snapshot {

namespace {

using hdf5::check;
using hdf5::Failure;
using hdf5::Handle;

Handle open_group(hid_t owner, const std::string& name) {
  return {H5Gopen2(owner, name.c_str(), H5P_DEFAULT), H5Gclose, "it has no group '" + name + "'"};
}

/// The one member of a group, by name.
std::string only_member(hid_t group, const std::string& what) {
  H5G_info_t info{};
  check(H5Gget_info(group, &info), what);
  if (info.nlinks != 1)
    throw Failure("it holds " + std::to_string(info.nlinks) + " " + what + ", and one is read");
  std::string name(256, '\0');
  const ssize_t length = H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, 0, name.data(),
                                            name.size(), H5P_DEFAULT);
  if (length <= 0 || static_cast<std::size_t>(length) >= name.size())
    throw Failure("its " + what + " have no sound names");
  name.resize(static_cast<std::size_t>(length));
  return name;
}

double attribute_of(hid_t owner, const char* name) {
  const std::string what = std::string("there is no sound '") + name + "'";
  const Handle attribute(H5Aopen(owner, name, H5P_DEFAULT), H5Aclose, what);
  const Handle space(H5Aget_space(attribute), H5Sclose, what);
  if (H5Sget_simple_extent_npoints(space) != 1) throw Failure(what);
  double value = 0;
  check(H5Aread(attribute, H5T_NATIVE_DOUBLE, &value), what);
  if (!std::isfinite(value)) throw Failure(what);
  return value;
}

bool is_table(hid_t owner, const std::string& path) {
  H5O_info_t info{};
  return H5Oget_info_by_name(owner, path.c_str(), &info, H5P_DEFAULT) >= 0 &&
         info.type == H5O_TYPE_DATASET;
}

Handle open_list(hid_t owner, const std::string& path, std::size_t& n) {
  Handle table(H5Dopen2(owner, path.c_str(), H5P_DEFAULT), H5Dclose,
               "its particles have no '" + path + "'");
  const Handle space(H5Dget_space(table), H5Sclose, path);
  const hssize_t count = H5Sget_simple_extent_npoints(space);
  // What was never written takes no room in a file, and would take all of the memory.
  const double stored = 1100 * static_cast<double>(H5Dget_storage_size(table));
  if (H5Sget_simple_extent_ndims(space) != 1 || count < 1 || static_cast<double>(count) > stored)
    throw Failure("'" + path + "' is no list that was written");
  if (n == 0) n = static_cast<std::size_t>(count);
  if (static_cast<std::size_t>(count) != n)
    throw Failure("'" + path + "' has " + std::to_string(count) + " values for " +
                  std::to_string(n) + " particles");
  return table;
}

/// A component, whether it is a list or one value for all, times its unit.
std::vector<double> component(hid_t owner, const std::string& path, std::size_t& n) {
  std::vector<double> values;
  double unit = 1;
  if (is_table(owner, path)) {
    const Handle table = open_list(owner, path, n);
    values.resize(n);
    check(H5Dread(table, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()),
          "'" + path + "' cannot be read");
    unit = attribute_of(table, "unitSI");
  } else {
    const Handle constant = open_group(owner, path);
    values.assign(n, attribute_of(constant, "value"));
    unit = attribute_of(constant, "unitSI");
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] *= unit;
    if (!std::isfinite(values[i]))
      throw Failure("'" + path + "': value " + std::to_string(i) + " is no number");
  }
  return values;
}

bool has_link(hid_t owner, const std::string& record, const std::string& axis) {
  return H5Lexists(owner, record.c_str(), H5P_DEFAULT) > 0 &&
         H5Lexists(owner, (record + "/" + axis).c_str(), H5P_DEFAULT) > 0;
}

Particles read_particles(hid_t species) {
  std::size_t n = 0;
  Particles p(0);
  p.x = component(species, "position/x", n);
  p.mass = component(species, "mass", n);
  for (const double m : p.mass)
    if (!(m > 0)) throw Failure("'mass' must be above 0");
  const std::pair<std::string, std::pair<std::vector<double>*, std::vector<double>*>> axes[] = {
      {"x", {&p.x, &p.vx}}, {"y", {&p.y, &p.vy}}, {"z", {&p.z, &p.vz}}};
  for (const auto& [axis, fields] : axes) {
    const auto [places, speeds] = fields;
    // A plasma in a plane need not say where it is across it.
    const bool there = axis != "z" || has_link(species, "position", axis);
    *places = there ? component(species, "position/" + axis, n) : std::vector<double>(n);
    if (has_link(species, "positionOffset", axis)) {
      const std::vector<double> offset = component(species, "positionOffset/" + axis, n);
      for (std::size_t i = 0; i < n; ++i) (*places)[i] += offset[i];
    }
    const bool moves = axis != "z" || has_link(species, "momentum", axis);
    *speeds = moves ? component(species, "momentum/" + axis, n) : std::vector<double>(n);
    for (std::size_t i = 0; i < n; ++i) (*speeds)[i] /= p.mass[i];
  }
  const Particles numbered(n);
  p.id = numbered.id;
  p.ax = p.ay = p.az = numbered.ax;
  if (H5Lexists(species, "id", H5P_DEFAULT) > 0) {
    const Handle ids = open_list(species, "id", n);
    check(H5Dread(ids, H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, p.id.data()),
          "'id' cannot be read");
  }
  if (const auto twice = id_that_stands_twice(p.id))
    throw Failure("id " + std::to_string(*twice) + " stands twice");
  return p;
}

}  // namespace

bool is_openpmd(const std::filesystem::path& file) {
  const hdf5::Quiet quiet;
  if (!std::filesystem::exists(file) || H5Fis_hdf5(file.c_str()) <= 0) return false;
  const hid_t opened = H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  if (opened < 0) return false;  // a part of a file
  const Handle in(opened, H5Fclose, "");
  return H5Aexists(in, "openPMD") > 0;
}

OpenPmdState read_openpmd(const std::filesystem::path& file) {
  const hdf5::Quiet quiet;
  try {
    const Handle in(H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose,
                    "it is no HDF5 file, or not a whole one");
    const Handle data = open_group(in, "data");
    const Handle iteration = open_group(data, only_member(data, "states"));
    const Handle particles = open_group(iteration, "particles");
    const Handle species = open_group(particles, only_member(particles, "species of particles"));
    OpenPmdState state;
    state.time = attribute_of(iteration, "time");
    state.dt = attribute_of(iteration, "dt");
    state.particles = read_particles(species);
    return state;
  } catch (const Failure& failure) {
    throw UsageError(file.string() + ": no openPMD file that can be read: " + failure.what());
  }
}

}  // namespace tycho::snapshot
