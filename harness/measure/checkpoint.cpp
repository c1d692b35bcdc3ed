#include "harness/measure/checkpoint.hpp"

#include <cstring>
#include <fstream>

#include "core/error.hpp"
#include "harness/result/durable_file.hpp"

namespace tycho::measure {

namespace {
constexpr char kFormat[] = "tycho-checkpoint/1";
}  // namespace

void save_checkpoint(const std::filesystem::path& file, const std::string& key,
                     std::span<const double> state) {
  std::filesystem::create_directories(file.parent_path());
  std::string text = std::string(kFormat) + "\n" + key + "\n" + std::to_string(state.size()) + "\n";
  text.append(reinterpret_cast<const char*>(state.data()), state.size_bytes());
  result::write_durably(file, text);
}

std::optional<std::vector<double>> load_checkpoint(const std::filesystem::path& file,
                                                   const std::string& key) {
  if (!std::filesystem::exists(file)) return std::nullopt;
  std::ifstream in(file, std::ios::binary);
  std::string format, found, count;
  std::getline(in, format);
  std::getline(in, found);
  std::getline(in, count);
  const auto refuse = [&](const std::string& why) {
    throw UsageError(file.string() + ": " + why + "; remove it to start from the beginning");
  };
  if (!in || format != kFormat) refuse("no checkpoint");
  if (found != key) refuse("the checkpoint of another run");
  const bool number = !count.empty() &&
                      count.find_first_not_of("0123456789") == std::string::npos &&
                      count.size() < 13;
  if (!number) refuse("damaged");
  const std::uintmax_t bytes = std::stoull(count) * sizeof(double);
  if (std::filesystem::file_size(file) != static_cast<std::uintmax_t>(in.tellg()) + bytes)
    refuse("cut off");
  std::vector<double> state(bytes / sizeof(double));
  in.read(reinterpret_cast<char*>(state.data()), static_cast<std::streamsize>(bytes));
  if (!in) refuse("cannot be read");
  return state;
}

}  // namespace tycho::measure
