// A GRAPE-6 library by others as an implementation of hermite_library.
#include <list>

#include "core/contracts/hermite_library.hpp"
#include "core/error.hpp"
#include "g6/client/hermite_library.hpp"
#include "g6/client/implementations.hpp"

namespace tycho::g6::client {

namespace {

struct Foreign {
  std::string file;
  Contract contract;  // whose address finds this again
};

std::list<Foreign>& all() {
  static std::list<Foreign> list;
  return list;
}

std::unique_ptr<Algorithm> make(const Settings& settings) {
  const hermite_library::Options options = hermite_library::options(settings);
  for (const Foreign& one : all())
    if (&one.contract == &settings.contract())
      return make_hermite(options, {"cpu", "", options.threads, one.file});
  throw UsageError("no GRAPE-6 library was given for these settings");
}

}  // namespace

Implementation foreign_implementation(const std::string& file) {
  Foreign& one = all().emplace_back(Foreign{file, hermite_library::contract()});
  return {&one.contract, make};
}

}  // namespace tycho::g6::client
