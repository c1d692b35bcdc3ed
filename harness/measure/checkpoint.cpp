#include "harness/measure/checkpoint.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <string_view>

#include "core/array_sum.hpp"
#include "core/error.hpp"
#include "core/large_array.hpp"
#include "harness/campaign/changes.hpp"
#include "harness/result/checksum.hpp"
#include "harness/result/durable_file.hpp"
#include "harness/result/parse_json.hpp"

namespace tycho::measure {

namespace {

using nlohmann::json;

constexpr char kFormat[] = "tycho-checkpoint/4";
constexpr std::array<std::string_view, 3> kFormer{"tycho-checkpoint/1", "tycho-checkpoint/2",
                                                  "tycho-checkpoint/3"};

std::string sum_of(const std::string& key, const std::string& way, std::span<const double> state) {
  const std::uint64_t of_state = array_sum(state);
  return result::Checksum().add(key).add(way).add(std::span(&of_state, 1)).text();
}

std::string_view bytes_of(std::span<const double> state) {
  return {reinterpret_cast<const char*>(state.data()), state.size_bytes()};
}

}  // namespace

void save_checkpoint(const std::filesystem::path& file, const json& key,
                     std::span<const double> state, const json& way) {
  result::make_writable_folder(file.parent_path());
  const std::string name = key.dump(), seen = way.dump();
  const std::string head = std::string(kFormat) + "\n" + name + "\n" + seen + "\n" +
                           std::to_string(state.size()) + " " + sum_of(name, seen, state) + "\n";
  const std::array<std::string_view, 2> texts{head, bytes_of(state)};
  result::write_durably(file, texts);
}

std::optional<Checkpoint> load_checkpoint(const std::filesystem::path& file, const json& key) {
  if (!std::filesystem::exists(file)) return std::nullopt;
  const auto refuse = [&](const std::string& why) {
    throw UsageError(file.string() + ": " + why +
                     "; remove it to start from the beginning, or name another folder");
  };
  if (!std::filesystem::is_regular_file(file)) refuse("no plain file");
  std::ifstream in(file, std::ios::binary);
  std::string format, found, seen, extent;
  for (std::string* line : {&format, &found, &seen, &extent}) std::getline(in, *line);
  if (std::find(kFormer.begin(), kFormer.end(), format) != kFormer.end())
    refuse("a checkpoint of an older tycho, whose states are laid out otherwise");
  if (!in || format != kFormat) refuse("no checkpoint");

  json held, way;
  try {
    held = result::parse_json(found);
    way = result::parse_json(seen);
  } catch (const UsageError&) {
    refuse("damaged: its key or its way is no JSON");
  }
  if (const std::string changed = campaign::changes(held, key); !changed.empty())
    refuse("the checkpoint of another run: " + changed);

  const std::size_t space = extent.find(' ');
  const std::string count = extent.substr(0, space);
  const bool number = !count.empty() &&
                      count.find_first_not_of("0123456789") == std::string::npos &&
                      count.size() < 13;
  if (!number || space == std::string::npos) refuse("damaged: it does not say its size and sum");
  const std::uintmax_t bytes = std::stoull(count) * sizeof(double);
  if (std::filesystem::file_size(file) != static_cast<std::uintmax_t>(in.tellg()) + bytes)
    refuse("cut off");
  std::vector<double> state = large_array<double>(bytes / sizeof(double));
  in.read(reinterpret_cast<char*>(state.data()), static_cast<std::streamsize>(bytes));
  if (!in) refuse("cannot be read");
  if (sum_of(found, seen, state) != extent.substr(space + 1))
    refuse("damaged: its contents do not have the sum that was written with them");
  return Checkpoint{std::move(state), std::move(way)};
}

}  // namespace tycho::measure
