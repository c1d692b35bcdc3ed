#include "harness/measure/way.hpp"

#include "harness/measure/kept_json.hpp"

namespace tycho::measure {

namespace {

using nlohmann::json;

json energies_of(const EnergyError& energy) {
  json all = json::array();
  for (const EnergySeen& seen : energy.seen())
    all.push_back({seen.scale_factor, seen.energy.kinetic, seen.energy.potential});
  return all;
}

json components_of(const std::vector<checks::Components>& components) {
  json all = json::array();
  for (const checks::Components& c : components)
    all.push_back({c.t, c.half_mass[0], c.half_mass[1], c.half_mass[2], c.thickness, c.middle.x,
                   c.middle.y, c.middle.z, c.bar, c.crossed});
  return all;
}

json pictures_of(const std::vector<result::PictureRecord>& pictures) {
  json all = json::array();
  for (const result::PictureRecord& p : pictures)
    all.push_back({{"t", p.t},
                   {"side", p.side},
                   {"redshift", p.redshift ? json(*p.redshift) : json(nullptr)},
                   {"least", p.levels->least},
                   {"most", p.levels->most},
                   {"cells", p.levels->cells}});
  return all;
}

result::PictureRecord picture_of(const json& kept) {
  result::PictureRecord picture;
  picture.t = or_nan(kept.at("t"));
  picture.side = kept.at("side");
  if (!kept.at("redshift").is_null()) picture.redshift = kept.at("redshift").get<double>();
  picture.levels = {kept.at("least"), kept.at("most"), kept.at("cells")};
  return picture;
}

json waves_of(const std::vector<checks::WavesSeen>& all_seen) {
  json all = json::array();
  for (const checks::WavesSeen& seen : all_seen) {
    json waves = json::array();
    for (const std::complex<double>& wave : seen.waves) waves.push_back({wave.real(), wave.imag()});
    all.push_back({{"redshift", seen.redshift},
                   {"modes", seen.modes},
                   {"scale_factor", seen.scale_factor},
                   {"waves", waves}});
  }
  return all;
}

checks::WavesSeen waves_seen(const json& kept) {
  checks::WavesSeen seen{kept.at("redshift"), kept.at("modes"), kept.at("scale_factor")};
  for (const json& wave : kept.at("waves"))
    seen.waves.emplace_back(or_nan(wave.at(0)), or_nan(wave.at(1)));
  return seen;
}

void take_seen(const json& way, Evolution& seen) {
  for (const json& pair : way.at("energy_error"))
    seen.energy_error.emplace_back(or_nan(pair.at(0)), or_nan(pair.at(1)));
  seen.kept_t = numbers(way.at("kept_t"));
  seen.kept_error = numbers(way.at("kept_error"));
  seen.worst = or_nan(way.at("worst"));
  for (const auto& [name, bodies] : {std::pair("x", &seen.x), {"y", &seen.y}, {"z", &seen.z}}) {
    bodies->clear();
    for (const json& along : way.at(name)) bodies->push_back(numbers(along));
  }
  for (const json& mode : way.at("mode"))
    seen.mode.emplace_back(or_nan(mode.at(0)),
                           std::complex<double>(or_nan(mode.at(1)), or_nan(mode.at(2))));
  for (const json& pair : way.at("growth"))
    seen.growth.emplace_back(or_nan(pair.at(0)), or_nan(pair.at(1)));
  for (const json& c : way.at("components")) {
    const std::vector<double> v = numbers(c);
    seen.components.push_back({v.at(0),
                               {v.at(1), v.at(2), v.at(3)},
                               v.at(4),
                               {v.at(5), v.at(6), v.at(7)},
                               v.at(8),
                               v.at(9)});
  }
  for (const json& kept : way.at("pictures")) seen.pictures.push_back(picture_of(kept));
  for (const json& kept : way.at("waves")) seen.waves.push_back(waves_seen(kept));
}

}  // namespace

json way_of(const Evolution& seen, const EnergyError& energy) {
  json mode = json::array();
  for (const auto& [t, value] : seen.mode) mode.push_back({t, value.real(), value.imag()});
  return {{"timing", times_of(seen.timing)},
          {"sittings", seen.sittings},
          {"energies", energies_of(energy)},
          {"energy_error", seen.energy_error},
          {"kept_t", seen.kept_t},
          {"kept_error", seen.kept_error},
          {"worst", seen.worst},
          {"x", seen.x},
          {"y", seen.y},
          {"z", seen.z},
          {"mode", mode},
          {"growth", seen.growth},
          {"components", components_of(seen.components)},
          {"pictures", pictures_of(seen.pictures)},
          {"waves", waves_of(seen.waves)}};
}

void take_way(const json& way, Evolution& seen, EnergyError& energy) {
  try {
    take_times(way.at("timing"), seen.timing);
    seen.sittings = way.at("sittings").get<int>() + 1;
    for (const json& e : way.at("energies"))
      energy.again({or_nan(e.at(0)), {or_nan(e.at(1)), or_nan(e.at(2))}});
    take_seen(way, seen);
  } catch (const json::exception& why) {
    refuse_way(why.what());
  }
}

}  // namespace tycho::measure
