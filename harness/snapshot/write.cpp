#include <algorithm>
#include <array>
#include <vector>

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

/// Divided by `unit`.
void put_list(hid_t owner, const char* name, const std::vector<double>& values, double unit) {
  const Handle table = dataset(owner, name, H5T_NATIVE_DOUBLE, values.size(), 1);
  std::vector<double> scaled(values);
  for (double& value : scaled) value /= unit;
  check(H5Dwrite(table, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, scaled.data()), name);
}

/// The particles of one type.
struct Part {
  std::size_t type;
  const Particles* particles;

  /// The mass of all of them; 0 where the masses differ, which is what Gadget's table says then.
  double equal_mass() const {
    const std::vector<double>& mass = particles->mass;
    const bool equal =
        std::all_of(mass.begin(), mass.end(), [&](double m) { return m == mass.front(); });
    return equal && !mass.empty() ? mass.front() : 0;
  }
};

void put_header(hid_t file, const SnapshotHeader& header, const GadgetUnits& units,
                const std::vector<Part>& parts) {
  const Handle owner = group(file, "Header");
  std::array<std::uint32_t, kGadgetTypes> low{}, high{};
  std::array<double, kGadgetTypes> masses{};
  for (const Part& part : parts) {
    low[part.type] = static_cast<std::uint32_t>(part.particles->size());
    high[part.type] = static_cast<std::uint32_t>(std::uint64_t{part.particles->size()} >> 32);
    masses[part.type] = part.equal_mass() / units.mass;
  }
  put(owner, "NumPart_ThisFile", H5T_NATIVE_UINT32, list(kGadgetTypes), low.data());
  put(owner, "NumPart_Total", H5T_NATIVE_UINT32, list(kGadgetTypes), low.data());
  put(owner, "NumPart_Total_HighWord", H5T_NATIVE_UINT32, list(kGadgetTypes), high.data());
  put(owner, "MassTable", H5T_NATIVE_DOUBLE, list(kGadgetTypes), masses.data());
  put(owner, "Time", header.expanding ? header.scale_factor : header.time);
  put(owner, "Redshift", 1 / header.scale_factor - 1);
  put(owner, "BoxSize", header.box / units.length);
  put(owner, "Omega0", header.omega_m);
  put(owner, "OmegaLambda", header.omega_lambda);
  put(owner, "HubbleParam", header.h);
  const std::int32_t files = 1;
  put(owner, "NumFilesPerSnapshot", H5T_NATIVE_INT32, scalar(), &files);
}

/// The units, as Gadget-4 writes them. Without them pynbody takes lengths for Mpc / h. A run at
/// rest has units of its own, in which gravity's constant is 1: they are written as 1.
void put_parameters(hid_t file, const SnapshotHeader& header, const GadgetUnits& units) {
  const Handle owner = group(file, "Parameters");
  put(owner, "UnitLength_in_cm", header.expanding ? kUnitLengthInCm : 1);
  put(owner, "UnitMass_in_g", header.expanding ? kUnitMassInG : 1);
  put(owner, "UnitVelocity_in_cm_per_s", header.expanding ? kUnitVelocityInCmPerS : 1);
  put(owner, "BoxSize", header.box / units.length);
  put(owner, "Omega0", header.omega_m);
  put(owner, "OmegaLambda", header.omega_lambda);
  put(owner, "HubbleParam", header.h);
}

void put_part(hid_t file, const Part& part, const GadgetUnits& units) {
  const Particles& p = *part.particles;
  const Handle matter = group(file, group_of(part.type).c_str());
  put_vectors(matter, "Coordinates", {&p.x, &p.y, &p.z}, units.length);
  put_vectors(matter, "Velocities", {&p.vx, &p.vy, &p.vz}, units.velocity);
  {
    const Handle ids = dataset(matter, "ParticleIDs", H5T_NATIVE_UINT64, p.size(), 1);
    check(H5Dwrite(ids, H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, p.id.data()),
          "ParticleIDs");
  }
  if (part.equal_mass() == 0) put_list(matter, "Masses", p.mass, units.mass);
  if (!p.softening.empty()) put_list(matter, kSofteningTable, p.softening, units.length);
}

/// The particles of one species.
Particles chosen(const Particles& p, std::size_t species) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < p.size(); ++i)
    if (p.species[i] == species) rows.push_back(i);
  Particles out(rows.size());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    out.set_position(k, p.position(rows[k]));
    out.set_velocity(k, p.velocity(rows[k]));
    out.mass[k] = p.mass[rows[k]];
    out.id[k] = p.id[rows[k]];
    if (!p.softening.empty()) out.softening.push_back(p.softening[rows[k]]);
  }
  return out;
}

void write(const std::filesystem::path& file, const SnapshotHeader& header, const Particles& p) {
  const GadgetUnits units(header);
  std::array<Particles, kTypeOfSpecies.size()> of_species;
  std::vector<Part> parts;
  if (p.species.empty()) parts.push_back({kDarkMatter, &p});
  for (std::size_t s = 0; s < of_species.size() && !p.species.empty(); ++s) {
    of_species[s] = chosen(p, s);
    if (of_species[s].size() > 0) parts.push_back({kTypeOfSpecies[s], &of_species[s]});
  }
  Handle out(H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose,
             "the file cannot be made");
  put_header(out, header, units, parts);
  put_parameters(out, header, units);
  for (const Part& part : parts) put_part(out, part, units);
  out.close("the end of the file");
}

}  // namespace

bool can_snapshot() { return true; }

void write_snapshot(const std::filesystem::path& file, const SnapshotHeader& header,
                    const Particles& particles) {
  const hdf5::Quiet quiet;
  hdf5::write_beside(file,
                     [&](const std::filesystem::path& part) { write(part, header, particles); });
}

}  // namespace tycho::snapshot
