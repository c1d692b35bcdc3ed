#include "g6/client/symbols.hpp"

#include <dlfcn.h>

#include <filesystem>
#include <map>

#include "core/error.hpp"
#include "tycho_g6.h"

namespace tycho::g6::client {

namespace {

template <typename Function>
void find(void* library, const char* name, const std::string& file, Function*& function) {
  function = reinterpret_cast<Function*>(dlsym(library, name));
  if (!function) throw UsageError(file + ": the library has no symbol " + name);
}

Symbols load(const std::string& file) {
  // This program exports none of the interface's symbols that the library could call instead of its
  // own.
  void* const library = dlopen(std::filesystem::absolute(file).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char* const why = dlerror();
    throw UsageError(file + ": cannot be loaded as a shared library: " + (why ? why : "no reason"));
  }
  Symbols s{};
  find(library, "g6_open_", file, s.open);
  find(library, "g6_close_", file, s.close);
  find(library, "g6_npipes_", file, s.npipes);
  find(library, "g6_set_ti_", file, s.set_ti);
  find(library, "g6_set_j_particle_", file, s.set_j_particle);
  find(library, "g6calc_firsthalf_", file, s.firsthalf);
  find(library, "g6calc_lasthalf2_", file, s.lasthalf2);
  return s;
}

}  // namespace

const Symbols& own_symbols() {
  static const Symbols own{g6_open_,           g6_close_,         g6_npipes_,        g6_set_ti_,
                           g6_set_j_particle_, g6calc_firsthalf_, g6calc_lasthalf2_, true};
  return own;
}

const Symbols& symbols_of(const std::string& file) {
  static std::map<std::string, Symbols> loaded;
  const auto found = loaded.find(file);
  return found != loaded.end() ? found->second : loaded.emplace(file, load(file)).first->second;
}

}  // namespace tycho::g6::client
