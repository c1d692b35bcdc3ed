#include <array>
#include <string>
#include <vector>

#include "harness/result/build_info.hpp"
#include "harness/result/plain_file.hpp"
#include "harness/snapshot/hdf5_handle.hpp"
#include "harness/snapshot/openpmd.hpp"

namespace tycho::snapshot {

namespace {

using hdf5::check;
using hdf5::Handle;

/// Powers of length, mass, time, current, temperature, amount and light.
using Dimension = std::array<double, 7>;
constexpr Dimension kNone{}, kLength{1}, kMass{0, 1}, kMomentum{1, 1, -1}, kCharge{0, 0, 1, 1};

Handle openpmd_group(hid_t owner, const std::string& name) {
  return {H5Gcreate2(owner, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose, name};
}

Handle openpmd_space(hsize_t count) {
  if (count == 0) return {H5Screate(H5S_SCALAR), H5Sclose, "a number"};
  return {H5Screate_simple(1, &count, nullptr), H5Sclose, "a list"};
}

/// `count` values; 0: one alone.
void put_attribute(hid_t owner, const char* name, hid_t type, const void* values,
                   hsize_t count = 0) {
  const Handle space = openpmd_space(count);
  const Handle attribute(H5Acreate2(owner, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
                         name);
  check(H5Awrite(attribute, type, values), name);
}

void put_text(hid_t owner, const char* name, const std::string& text) {
  const Handle type(H5Tcopy(H5T_C_S1), H5Tclose, name);
  check(H5Tset_size(type, text.size()), name);
  put_attribute(owner, name, type, text.data());
}

void put_number(hid_t owner, const char* name, double value) {
  put_attribute(owner, name, H5T_NATIVE_DOUBLE, &value);
}

/// What every record has. Momentum, mass and charge are those of a whole macro-particle.
void put_record(hid_t owner, const Dimension& dimension) {
  put_attribute(owner, "unitDimension", H5T_NATIVE_DOUBLE, dimension.data(), dimension.size());
  put_number(owner, "timeOffset", 0);
  const std::uint32_t whole = 1;
  put_attribute(owner, "macroWeighted", H5T_NATIVE_UINT32, &whole);
  put_number(owner, "weightingPower", 1);
}

/// A component with the same value for all particles, as the standard spells it.
void put_constant(hid_t owner, double value, std::size_t n) {
  put_number(owner, "value", value);
  const std::uint64_t shape = n;
  put_attribute(owner, "shape", H5T_NATIVE_UINT64, &shape, 1);
  put_number(owner, "unitSI", 1);
}

template <typename Number>
Handle put_values(hid_t owner, const std::string& name, hid_t type,
                  const std::vector<Number>& values) {
  const Handle space = openpmd_space(values.size());
  Handle table(H5Dcreate2(owner, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
               H5Dclose, name);
  check(H5Dwrite(table, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), name);
  put_number(table, "unitSI", 1);
  return table;
}

void put_particles(hid_t owner, const Particles& p) {
  const std::size_t n = p.size();
  const std::array<const char*, 3> axes{"x", "y", "z"};
  const std::array<const std::vector<double>*, 3> places{&p.x, &p.y, &p.z};
  const std::array<const std::vector<double>*, 3> speeds{&p.vx, &p.vy, &p.vz};
  const Handle position = openpmd_group(owner, "position");
  const Handle offset = openpmd_group(owner, "positionOffset");
  const Handle momentum = openpmd_group(owner, "momentum");
  put_record(position, kLength);
  put_record(offset, kLength);
  put_record(momentum, kMomentum);
  for (std::size_t c = 0; c < axes.size(); ++c) {
    put_values(position, axes[c], H5T_NATIVE_DOUBLE, *places[c]);
    put_constant(openpmd_group(offset, axes[c]), 0, n);
    std::vector<double> of_all(n);
    for (std::size_t i = 0; i < n; ++i) of_all[i] = p.mass[i] * (*speeds[c])[i];
    put_values(momentum, axes[c], H5T_NATIVE_DOUBLE, of_all);
  }
  put_record(put_values(owner, "mass", H5T_NATIVE_DOUBLE, p.mass), kMass);
  std::vector<double> charge(n);
  for (std::size_t i = 0; i < n; ++i) charge[i] = -p.mass[i];
  put_record(put_values(owner, "charge", H5T_NATIVE_DOUBLE, charge), kCharge);
  put_record(put_values(owner, "id", H5T_NATIVE_UINT64, p.id), kNone);
  const Handle weighting = openpmd_group(owner, "weighting");
  put_record(weighting, kNone);
  put_constant(weighting, 1, n);
}

void write_state(const std::filesystem::path& part, const std::filesystem::path& file,
                 const OpenPmdState& state) {
  Handle out(H5Fcreate(part.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose,
             "the file cannot be made");
  const std::string name = file.filename().string();
  put_text(out, "openPMD", "1.1.0");
  const std::uint32_t no_extension = 0;
  put_attribute(out, "openPMDextension", H5T_NATIVE_UINT32, &no_extension);
  put_text(out, "basePath", "/data/%T/");
  put_text(out, "particlesPath", "particles/");
  put_text(out, "iterationEncoding", "fileBased");
  put_text(out, "iterationFormat", name.substr(0, name.rfind('_') + 1) + "%T.h5");
  put_text(out, "software", "tycho");
  put_text(out, "softwareVersion", result::build_info().commit);
  put_text(out, "comment",
           "lengths in cells, times in 1 / omega_p, an electron's charge the negative of its mass; "
           "every unitSI is 1");
  {
    const Handle data = openpmd_group(out, "data");
    const Handle iteration = openpmd_group(data, std::to_string(state.step));
    put_number(iteration, "time", state.time);
    put_number(iteration, "dt", state.dt);
    put_number(iteration, "timeUnitSI", 1);
    const Handle particles = openpmd_group(iteration, "particles");
    put_particles(openpmd_group(particles, "electrons"), state.particles);
  }
  out.close("the end of the file");
}

}  // namespace

void write_openpmd(const std::filesystem::path& file, const OpenPmdState& state) {
  const hdf5::Quiet quiet;
  hdf5::write_beside(file,
                     [&](const std::filesystem::path& part) { write_state(part, file, state); });
}

}  // namespace tycho::snapshot
