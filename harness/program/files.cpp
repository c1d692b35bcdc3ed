#include "harness/program/files.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "core/error.hpp"
#include "core/joined.hpp"
#include "core/loaded_masses.hpp"
#include "harness/result/durable_file.hpp"
#include "harness/snapshot/any.hpp"
#include "harness/snapshot/csv.hpp"
#include "harness/snapshot/snapshot_header.hpp"
#include "harness/strict/strict_json.hpp"

namespace tycho::program {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::uintmax_t kMostBytesOfTimes = 1 << 16;

json settings_of(const Task& task, const Files& files, const std::string& states) {
  const Settings& settings = task.settings;
  json numbers = json::object();
  for (const auto& [name, value] : settings.numbers()) numbers[name] = value;
  for (const auto& [name, value] : settings.choices()) numbers[name] = value;
  json all{{"algorithm", settings.contract().name},
           {"n", task.initial.size()},
           {"steps", task.steps},
           {"dt", settings.dt()},
           {"threads", settings.threads()},
           {"settings", std::move(numbers)},
           {"in", files.in.string()},
           {"out", files.out.string()},
           {"times", files.times.string()}};
  if (settings.contract().traits.pair_force)
    all["gravity"] =
        settings.contract().traits.pair_force(settings, std::int64_t(task.initial.size())).gravity;
  if (task.every > 0) all["states"] = {{"every", task.every}, {"file", states}};
  return all;
}

/// What else lies in the folder: where a program wrote to if not to {out}.
std::string others_in(const Files& files, const fs::path& folder) {
  std::string names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const fs::path& path = entry.path();
    if (path == files.in || path == files.settings || path == files.times) continue;
    join_to(names, path.filename().string());
  }
  return names.empty() ? "" : "; beside it there is " + names;
}

/// The error, with the file's name in the place of its path.
std::string reason_in(const UsageError& error, const fs::path& file) {
  std::string text = error.what();
  if (const std::string path = file.string(); text.rfind(path, 0) == 0)
    text = file.filename().string() + text.substr(path.size());
  return text;
}

void require_same_particles(const Particles& initial, const Particles& found,
                            const std::string& file) {
  if (found.size() > initial.size())
    throw UsageError("wrote " + std::to_string(found.size()) + " particles to " + file + ", and " +
                     std::to_string(initial.size()) + " were given");
  std::vector<std::uint64_t> given = initial.id, back = found.id, lost;
  std::sort(given.begin(), given.end());
  std::sort(back.begin(), back.end());
  std::set_difference(given.begin(), given.end(), back.begin(), back.end(),
                      std::back_inserter(lost));
  if (!lost.empty())
    throw UsageError("lost " + std::to_string(lost.size()) + " of " +
                     std::to_string(initial.size()) + " particles: " + file + " has none of id " +
                     std::to_string(lost.front()));
  if (const auto i = LoadedMasses(initial).other(found))
    throw UsageError("changed the mass of the particle of id " + std::to_string(found.id[*i]) +
                     " in " + file + ": masses are given back as they were given");
}

}  // namespace

Files::Files(const Task& task)
    : in(task.folder / (task.command.csv_in ? "in.csv" : "in.hdf5")),
      out(task.folder / (task.command.csv_out ? "out.csv" : "out.hdf5")),
      settings(task.folder / "settings.json"),
      times(task.folder / "times.json"),
      task_(task) {
  if ((!task.command.csv_in || !task.command.csv_out) && !snapshot::can_snapshot())
    throw Unavailable(
        "this build of tycho has no HDF5: give the program {in.csv} and {out.csv} instead");
  std::error_code ignored;
  fs::remove_all(task.folder, ignored);
  result::make_writable_folder(task.folder);
}

Files::~Files() {
  std::error_code ignored;
  fs::remove_all(task_.folder, ignored);
}

fs::path Files::state_file(std::int64_t step) const {
  return task_.folder /
         ("state-" + std::to_string(step) + (task_.command.csv_out ? ".csv" : ".hdf5"));
}

void Files::write() const {
  if (task_.command.csv_in)
    snapshot::write_csv(in, task_.initial);
  else
    snapshot::write_snapshot(in, snapshot::header_after(task_.settings, 0), task_.initial);
  const std::string states =
      (task_.folder / "state-{step}").string() + (task_.command.csv_out ? ".csv" : ".hdf5");
  result::write_durably(settings, settings_of(task_, *this, states).dump(2));
}

Particles Files::read_state(const fs::path& file) const {
  Particles found;
  try {
    found = task_.command.csv_out ? snapshot::read_csv(file, 2 * task_.initial.size())
                                  : snapshot::read_snapshot(file).particles;
  } catch (const UsageError& error) {
    throw UsageError("left a snapshot that cannot be taken: " + reason_in(error, file));
  }
  require_same_particles(task_.initial, found, file.filename().string());
  return found;
}

Particles Files::final_state() const {
  std::error_code ignored;
  if (!fs::exists(fs::symlink_status(out, ignored)))
    throw UsageError("ended well and wrote no {out}, " + out.filename().string() +
                     others_in(*this, task_.folder));
  if (!fs::is_regular_file(fs::symlink_status(out, ignored)))
    throw UsageError("left something at {out} that is no plain file");
  return read_state(out);
}

std::map<std::string, double> Files::stage_seconds(double wall_s) const {
  std::error_code ignored;
  if (!fs::exists(times, ignored)) return {};
  std::vector<std::string_view> known;
  for (const Stage& stage : task_.settings.contract().stages) known.push_back(stage.id);
  std::map<std::string, double> seconds;
  double sum = 0;
  try {
    const json read = strict::read_json(times, kMostBytesOfTimes);
    const strict::JsonView view(read, "times.json");
    view.require_keys({"stages"});
    view.at("stages").require_keys(known);
    for (const auto& [stage, value] : view.at("stages").members())
      sum += seconds[stage] = value.number(0, 1e9);
  } catch (const UsageError& error) {
    throw UsageError("left times that cannot be taken: " + reason_in(error, times));
  }
  if (sum > wall_s)
    throw UsageError("says that its stages took " + std::to_string(sum) +
                     " s, and was started and "
                     "had ended within " +
                     std::to_string(wall_s) + " s");
  return seconds;
}

std::vector<std::pair<std::int64_t, Particles>> Files::on_the_way() const {
  std::vector<std::pair<std::int64_t, Particles>> states;
  if (task_.every == 0) return states;
  std::error_code ignored;
  for (std::int64_t step = task_.every; step < task_.steps; step += task_.every)
    if (const fs::path file = state_file(step); fs::exists(file, ignored))
      states.emplace_back(step, read_state(file));
  return states;
}

}  // namespace tycho::program
