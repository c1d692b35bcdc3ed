#include "harness/library/add_g6.hpp"

#include <fstream>

#include "core/error.hpp"
#include "harness/library/given.hpp"
#include "harness/result/file_sum.hpp"
#include "harness/result/plain_name.hpp"

namespace tycho::library {

namespace {

/// "libsapporo.so.1" is sapporo.
std::string name_of(const std::filesystem::path& file) {
  std::string name = file.filename().string();
  name = name.substr(0, name.find(".so"));
  if (name.rfind("lib", 0) == 0) name.erase(0, 3);
  if (!result::is_plain_name(name))
    throw UsageError(file.string() + ": the file's name must be " + result::kPlainNameInWords);
  return name;
}

cases::Variant with_library(cases::Variant variant, const std::string& name,
                            const std::filesystem::path& file, const Contract& contract) {
  variant.held_to = variant.name;
  variant.name = name + "-" + variant.name;
  variant.label = name + ": " + variant.label;
  variant.contract = &contract;
  variant.library = file;
  variant.g6 = true;
  variant.implementation = {name, "", file.filename().string(), result::file_sum(file),
                            variant.held_to};
  return variant;
}

}  // namespace

void add_g6(std::span<cases::Case> cases, const std::filesystem::path& file,
            const std::function<Implementation(const std::string& file)>& make) {
  if (!std::ifstream(file))
    throw UsageError("--g6: " + file.string() + ": no such file, or it cannot be read");
  const std::filesystem::path whole = std::filesystem::absolute(file);
  const std::string name = name_of(whole);
  const Implementation implementation = make(whole.string());
  also(implementation);
  bool fits = false;
  for (cases::Case& origin : cases) {
    if (origin.algorithm != implementation.contract->name) continue;
    const std::vector<cases::Variant> own = origin.variants;
    for (const cases::Variant& variant : own) {
      if (variant.backend != Backend::kCpu || variant.implementation) continue;
      origin.variants.push_back(with_library(variant, name, whole, *implementation.contract));
      fits = true;
    }
  }
  if (!fits)
    throw UsageError("--g6: none of the cases is of " + std::string(implementation.contract->name) +
                     "; belleman2007/table5 and belleman2007/library_call are");
}

}  // namespace tycho::library
