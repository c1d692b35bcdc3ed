#include "harness/program/add_program.hpp"

#include <filesystem>

#include "core/error.hpp"
#include "core/known_contracts.hpp"
#include "harness/case/program_record.hpp"
#include "harness/library/held_to.hpp"
#include "harness/program/start.hpp"

namespace tycho::program {

terms::ProgramCommand add_program(std::span<cases::Case> cases, const std::string& command,
                                  std::span<const Contract* const> contracts) {
  const terms::ProgramCommand read =
      terms::read_program_command(command, std::filesystem::current_path());
  for (cases::Case& origin : cases) {
    const Contract& contract = *find_contract(contracts, origin.algorithm);
    const cases::Variant pattern = library::held_to(origin, contract, Backend::kCpu, {});
    cases::Variant variant;
    variant.name = "program-" + cases::program_name(read);
    variant.label = terms::file_of(read).filename().string() + ", a program";
    variant.only_sizes = pattern.only_sizes;
    variant.held_to = pattern.name;
    variant.settings = library::method_of(pattern, contract);
    variant.program = read;
    variant.implementation = cases::program_record(read, variant.held_to);
    for (const cases::Variant& other : origin.variants)
      if (other.name == variant.name)
        throw UsageError("--program: " + origin.id() + " has a variant '" + variant.name +
                         "' already; give the program's file another name");
    origin.variants.push_back(std::move(variant));
  }
  return read;
}

void require_program(const terms::ProgramCommand& command) { path_of(command.words.front()); }

}  // namespace tycho::program
