#include <algorithm>
#include <array>
#include <vector>

#include "harness/result/plain_file.hpp"
#include "harness/snapshot/gadget.hpp"
#include "harness/snapshot/hdf5_handle.hpp"
#include "harness/snapshot/snapshot.hpp"

namespace tycho::snapshot {

namespace {

using hdf5::check;
using hdf5::Handle;

Handle group(hid_t file, const char* name) {
  return {H5Gcreate2(file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose, name};
}

Handle scalar() { return {H5Screate(H5S_SCALAR), H5Sclose, "a number"}; }

Handle list(hsize_t count) { return {H5Screate_simple(1, &count, nullptr), H5Sclose, "a list"}; }

void put(hid_t owner, const char* name, hid_t type, const Handle& space, const void* value) {
  const Handle attribute(H5Acreate2(owner, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
                         name);
  check(H5Awrite(attribute, type, value), name);
}

void put(hid_t owner, const char* name, double value) {
  put(owner, name, H5T_NATIVE_DOUBLE, scalar(), &value);
}

Handle dataset(hid_t owner, const char* name, hid_t type, hsize_t rows, hsize_t columns) {
  const hsize_t shape[2] = {rows, columns};
  const Handle space(H5Screate_simple(columns > 1 ? 2 : 1, shape, nullptr), H5Sclose, name);
  return {H5Dcreate2(owner, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Dclose,
          name};
}

/// Three arrays as the columns of one table, divided by `unit`.
void put_vectors(hid_t owner, const char* name, const std::array<const std::vector<double>*, 3>& v,
                 double unit) {
  const std::size_t n = v[0]->size();
  const Handle table = dataset(owner, name, H5T_NATIVE_DOUBLE, n, 3);
  std::vector<double> rows;
  hdf5::in_stretches(
      table, n, 3, [&](std::size_t first, std::size_t count, hid_t memory, hid_t selection) {
        rows.resize(3 * count);
        for (std::size_t i = 0; i < count; ++i)
          for (std::size_t c = 0; c < 3; ++c) rows[3 * i + c] = (*v[c])[first + i] / unit;
        check(H5Dwrite(table, H5T_NATIVE_DOUBLE, memory, selection, H5P_DEFAULT, rows.data()),
              name);
      });
}

void put_masses(hid_t owner, const std::vector<double>& mass, double unit) {
  const Handle table = dataset(owner, "Masses", H5T_NATIVE_DOUBLE, mass.size(), 1);
  std::vector<double> scaled(mass);
  for (double& m : scaled) m /= unit;
  check(H5Dwrite(table, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, scaled.data()), "Masses");
}

void put_header(hid_t file, const SnapshotHeader& header, const GadgetUnits& units, std::size_t n,
                double equal_mass) {
  const Handle owner = group(file, "Header");
  std::array<std::uint32_t, kGadgetTypes> low{}, high{};
  low[kDarkMatter] = static_cast<std::uint32_t>(n);
  high[kDarkMatter] = static_cast<std::uint32_t>(std::uint64_t{n} >> 32);
  std::array<double, kGadgetTypes> masses{};
  masses[kDarkMatter] = equal_mass / units.mass;
  put(owner, "NumPart_ThisFile", H5T_NATIVE_UINT32, list(kGadgetTypes), low.data());
  put(owner, "NumPart_Total", H5T_NATIVE_UINT32, list(kGadgetTypes), low.data());
  put(owner, "NumPart_Total_HighWord", H5T_NATIVE_UINT32, list(kGadgetTypes), high.data());
  put(owner, "MassTable", H5T_NATIVE_DOUBLE, list(kGadgetTypes), masses.data());
  put(owner, "Time", header.scale_factor);
  put(owner, "Redshift", 1 / header.scale_factor - 1);
  put(owner, "BoxSize", header.box / units.length);
  put(owner, "Omega0", header.omega_m);
  put(owner, "OmegaLambda", header.omega_lambda);
  put(owner, "HubbleParam", header.h);
  const std::int32_t files = 1;
  put(owner, "NumFilesPerSnapshot", H5T_NATIVE_INT32, scalar(), &files);
}

/// The units, as Gadget-4 writes them. Without them pynbody takes lengths for Mpc / h.
void put_parameters(hid_t file, const SnapshotHeader& header, const GadgetUnits& units) {
  const Handle owner = group(file, "Parameters");
  put(owner, "UnitLength_in_cm", kUnitLengthInCm);
  put(owner, "UnitMass_in_g", kUnitMassInG);
  put(owner, "UnitVelocity_in_cm_per_s", kUnitVelocityInCmPerS);
  put(owner, "BoxSize", header.box / units.length);
  put(owner, "Omega0", header.omega_m);
  put(owner, "OmegaLambda", header.omega_lambda);
  put(owner, "HubbleParam", header.h);
}

void write(const std::filesystem::path& file, const SnapshotHeader& header, const Particles& p) {
  const GadgetUnits units(header);
  Handle out(H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose,
             "the file cannot be made");
  const bool equal =
      std::all_of(p.mass.begin(), p.mass.end(), [&](double m) { return m == p.mass.front(); });
  // A mass of 0 in the table means that each particle has its own.
  put_header(out, header, units, p.size(), equal && p.size() > 0 ? p.mass.front() : 0);
  put_parameters(out, header, units);
  {
    const Handle matter = group(out, "PartType1");
    put_vectors(matter, "Coordinates", {&p.x, &p.y, &p.z}, units.length);
    put_vectors(matter, "Velocities", {&p.vx, &p.vy, &p.vz}, units.velocity);
    const Handle ids = dataset(matter, "ParticleIDs", H5T_NATIVE_UINT64, p.size(), 1);
    check(H5Dwrite(ids, H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, p.id.data()),
          "ParticleIDs");
    if (!equal) put_masses(matter, p.mass, units.mass);
  }
  out.close("the end of the file");
}

}  // namespace

bool can_snapshot() { return true; }

void write_snapshot(const std::filesystem::path& file, const SnapshotHeader& header,
                    const Particles& particles) {
  const hdf5::Quiet quiet;
  std::filesystem::path part = file;
  part += ".part";
  result::require_own(part);  // HDF5 would follow a link
  std::error_code error;
  try {
    write(part, header, particles);
    std::filesystem::rename(part, file, error);
    if (error) throw hdf5::Failure(error.message());
  } catch (const hdf5::Failure& failure) {
    std::filesystem::remove(part, error);
    throw result::WriteError(file, failure.what());
  }
}

}  // namespace tycho::snapshot
