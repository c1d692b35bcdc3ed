#include "harness/case/program_record.hpp"

#include <algorithm>

#include "harness/result/file_sum.hpp"
#include "harness/result/plain_name.hpp"

namespace tycho::cases {

std::string program_name(const terms::ProgramCommand& command) {
  std::string name = terms::file_of(command).stem().string();
  for (char& c : name)
    if (!result::is_plain_name(std::string_view(&c, 1)) && c != '.') c = '_';
  return result::is_plain_name(name) ? name : "program";
}

result::ImplementationRecord program_record(const terms::ProgramCommand& command,
                                            const std::string& held_to) {
  const std::filesystem::path file = terms::file_of(command);
  return {program_name(command),  "",      file.filename().string(),
          result::file_sum(file), held_to, terms::without_folders(command)};
}

}  // namespace tycho::cases
