#include "harness/measure/checkpoint.hpp"

#include <fstream>

#include "core/error.hpp"
#include "harness/campaign/changes.hpp"
#include "harness/result/checksum.hpp"
#include "harness/result/durable_file.hpp"
#include "harness/result/parse_json.hpp"

namespace tycho::measure {

namespace {

using nlohmann::json;

constexpr char kFormat[] = "tycho-checkpoint/2";
constexpr char kFormer[] = "tycho-checkpoint/1";

std::string sum_of(const std::string& key, std::span<const double> state) {
  return result::Checksum().add(key).add(state).text();
}

}  // namespace

void save_checkpoint(const std::filesystem::path& file, const json& key,
                     std::span<const double> state) {
  result::make_writable_folder(file.parent_path());
  const std::string name = key.dump();
  std::string text = std::string(kFormat) + "\n" + name + "\n" + std::to_string(state.size()) +
                     " " + sum_of(name, state) + "\n";
  text.append(reinterpret_cast<const char*>(state.data()), state.size_bytes());
  result::write_durably(file, text);
}

std::optional<std::vector<double>> load_checkpoint(const std::filesystem::path& file,
                                                   const json& key) {
  if (!std::filesystem::exists(file)) return std::nullopt;
  const auto refuse = [&](const std::string& why) {
    throw UsageError(file.string() + ": " + why +
                     "; remove it to start from the beginning, or name another folder");
  };
  if (!std::filesystem::is_regular_file(file)) refuse("no plain file");
  std::ifstream in(file, std::ios::binary);
  std::string format, found, extent;
  std::getline(in, format);
  std::getline(in, found);
  std::getline(in, extent);
  if (format == kFormer)
    refuse("a checkpoint of an older tycho, which does not say all that its state depends on");
  if (!in || format != kFormat) refuse("no checkpoint");

  json held;
  try {
    held = result::parse_json(found);
  } catch (const UsageError&) {
    refuse("damaged: its key is no JSON");
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
  std::vector<double> state(bytes / sizeof(double));
  in.read(reinterpret_cast<char*>(state.data()), static_cast<std::streamsize>(bytes));
  if (!in) refuse("cannot be read");
  if (sum_of(found, state) != extent.substr(space + 1))
    refuse("damaged: its contents do not have the sum that was written with them");
  return state;
}

}  // namespace tycho::measure
