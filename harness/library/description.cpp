#include "harness/library/description.hpp"

#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <fstream>
#include <iterator>

#include "core/error.hpp"
#include "harness/library/forked.hpp"
#include "harness/result/plain_name.hpp"

namespace tycho::library {

namespace {

using nlohmann::json;

constexpr int kMostVariants = 64, kMostStages = 64, kMostSettings = 64;
constexpr auto kLongestLoad = std::chrono::seconds(60);

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& why) {
  throw UsageError(file.string() + ": " + why);
}

json to_json(const Description& d) {
  json variants = json::array();
  for (const VariantDescription& v : d.variants)
    variants.push_back({v.name, v.label, v.place, v.repeats, v.threads, v.waits, v.settings});
  return {d.name, d.version, d.contract, d.stages, variants};
}

Description from_json(const json& from) {
  Description d{from.at(0), from.at(1), from.at(2), from.at(3), {}};
  for (const json& v : from.at(4)) {
    VariantDescription one{v.at(0), v.at(1), v.at(2), v.at(3), v.at(4), v.at(5), {}};
    for (const json& setting : v.at(6)) one.settings.emplace_back(setting.at(0), setting.at(1));
    d.variants.push_back(std::move(one));
  }
  return d;
}

/// Words of the library, which must be there.
class Words {
 public:
  explicit Words(const std::filesystem::path& file) : file_(file) {}

  std::string text(const char* given, const std::string& what) const {
    if (!given || !*given) refuse(file_, "the library gives no " + what);
    const std::string read(given, strnlen(given, 1000));
    for (const char c : read)
      if (static_cast<unsigned char>(c) < ' ')
        refuse(file_, what + " holds a control character; a name is one line of text");
    // What is no UTF-8 could not be written into a result.
    try {
      json(read).dump();
    } catch (const json::exception&) {
      refuse(file_, what + " is no UTF-8");
    }
    return read;
  }
  std::string name(const char* given, const std::string& what) const {
    std::string read = text(given, what);
    if (!result::is_plain_name(read))
      refuse(file_, what + " '" + read + "' must be " + result::kPlainNameInWords);
    return read;
  }
  int one_of(int value, int most, const std::string& what) const {
    if (value < 0 || value > most)
      refuse(file_, what + " is " + std::to_string(value) + "; tycho/implementation.h has 0 to " +
                        std::to_string(most));
    return value;
  }

 private:
  const std::filesystem::path& file_;
};

VariantDescription checked(const tycho_variant& variant, const Words& words, int number) {
  const std::string which = "variant " + std::to_string(number);
  VariantDescription read;
  read.name = words.name(variant.name, "name of " + which);
  read.label = words.text(variant.label, "label of " + which);
  read.place = words.one_of(variant.place, TYCHO_CUDA, "place of " + which);
  read.repeats = words.one_of(variant.repeats, TYCHO_ANY_ORDER, "repeats of " + which);
  read.threads = words.one_of(variant.threads, 4096, "threads of " + which);
  read.waits = words.one_of(variant.waits, 1, "waits of " + which);
  for (int k = 0; variant.settings && variant.settings[k] && k < 2 * kMostSettings; k += 2)
    read.settings.emplace_back(words.text(variant.settings[k], "name of a setting of " + which),
                               words.text(variant.settings[k + 1], "value of a setting"));
  return read;
}

/// Why the process that was to load the library gave no answer.
std::string how_it_ended(const Ended& ended) {
  if (!ended.in_time)
    return "it took longer than " + std::to_string(kLongestLoad.count()) + " s to load";
  if (const std::string signal = ended.signal(); !signal.empty())
    return "loading it ended the process: " + signal;
  return "loading it ended the process with exit code " + std::to_string(WEXITSTATUS(ended.status));
}

/// True and the description of the library, or false and why it cannot be had.
json described(const std::filesystem::path& file) {
  try {
    return {true, to_json(library::checked(load(file), file))};
  } catch (const std::exception& error) {
    return {false, error.what()};
  } catch (...) {
    return {false, file.string() + ": the library threw while it was loaded"};
  }
}

}  // namespace

Description checked(const tycho_library& library, const std::filesystem::path& file) {
  if (library.abi != TYCHO_IMPLEMENTATION_ABI)
    refuse(file, "the library has ABI " + std::to_string(library.abi) + ", this tycho " +
                     std::to_string(TYCHO_IMPLEMENTATION_ABI) +
                     "; build it anew with this tycho's tycho/implementation.h");
  const std::pair<bool, const char*> functions[] = {
      {library.create, "create"}, {library.load, "load"},       {library.advance, "advance"},
      {library.store, "store"},   {library.destroy, "destroy"}, {library.last_error, "last_error"}};
  for (const auto& [there, name] : functions)
    if (!there) refuse(file, std::string("the library has no function ") + name);
  const Words words(file);
  Description d;
  d.name = words.name(library.name, "name");
  d.version = words.text(library.version, "version");
  d.contract = words.text(library.contract, "contract");
  if (library.stage_count < 1 || library.stage_count > kMostStages || !library.stages)
    refuse(file, "the library must name 1 to " + std::to_string(kMostStages) + " stages");
  for (int s = 0; s < library.stage_count; ++s)
    d.stages.push_back(words.text(library.stages[s], "name of stage " + std::to_string(s)));
  if (library.variant_count < 1 || library.variant_count > kMostVariants || !library.variants)
    refuse(file, "the library must have 1 to " + std::to_string(kMostVariants) + " variants");
  for (int v = 0; v < library.variant_count; ++v) {
    d.variants.push_back(checked(library.variants[v], words, v));
    if (d.variants.back().place == TYCHO_CUDA && !library.stream)
      refuse(file, "variant '" + d.variants.back().name +
                       "' works on the GPU, but the library has no function stream");
    for (int other = 0; other < v; ++other)
      if (d.variants[other].name == d.variants[v].name)
        refuse(file, "two variants have the name '" + d.variants[v].name + "'");
  }
  return d;
}

const tycho_library& load(const std::filesystem::path& file) {
  if (!std::ifstream(file)) refuse(file, "no such file, or it cannot be read");
  // A path with a slash: dlopen() would look for a bare name elsewhere.
  void* const handle = dlopen(std::filesystem::absolute(file).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    const char* const why = dlerror();
    refuse(file, std::string("cannot be loaded as a shared library: ") + (why ? why : "no reason"));
  }
  using Entry = const tycho_library* (*)();
  const auto entry = reinterpret_cast<Entry>(dlsym(handle, "tycho_implementation"));
  if (!entry)
    refuse(file,
           "the library has no symbol tycho_implementation; see tycho/implementation.h (in C++ "
           "within extern \"C\")");
  const tycho_library* const library = entry();
  if (!library) refuse(file, "tycho_implementation() returned a null pointer");
  return *library;
}

Description describe(const std::filesystem::path& file) {
  const Ended ended = forked("to load " + file.string() + " in", kLongestLoad, [&](int to) {
    const std::string answer = described(file).dump(-1, ' ', false, json::error_handler_t::replace);
    const bool whole = write(to, answer.data(), answer.size()) == std::ssize(answer);
    return whole ? 0 : 1;
  });
  const json read = json::parse(ended.said, nullptr, false);
  if (!ended.in_time || read.is_discarded() || !read.is_array() || read.size() != 2)
    refuse(file, how_it_ended(ended));
  if (!read.at(0).get<bool>()) throw UsageError(read.at(1).get<std::string>());
  return from_json(read.at(1));
}

}  // namespace tycho::library
