#include "harness/verify/case_shelf.hpp"

#include <algorithm>
#include <fstream>

#include "core/error.hpp"

namespace tycho::verify {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kDirty = "-dirty";

/// A name that stays within its folder: it comes out of a file that anybody may have written.
bool is_plain(const std::string& name) {
  return !name.empty() && name.size() < 100 && name.front() != '.' && name.front() != '-' &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
                  std::string_view("._+-").find(c) != std::string_view::npos;
         });
}

/// A temporary folder, removed with the object: the reader of cases looks at where a file lies.
class PassingFolder {
 public:
  PassingFolder() {
    std::string name = (fs::temp_directory_path() / "tycho-case-XXXXXX").string();
    if (::mkdtemp(name.data())) path_ = name;
  }
  PassingFolder(const PassingFolder&) = delete;
  PassingFolder& operator=(const PassingFolder&) = delete;
  ~PassingFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  /// The file with this text; an empty path where it could not be written.
  fs::path write(const fs::path& name, const std::string& text) const {
    std::error_code failed;
    if (!path_.empty()) fs::create_directories((path_ / name).parent_path(), failed);
    std::ofstream out(path_ / name, std::ios::binary);
    out << text;
    out.close();
    return !path_.empty() && out ? path_ / name : fs::path();
  }

 private:
  fs::path path_;
};

}  // namespace

std::optional<cases::Case> CaseShelf::read(const fs::path& file) const {
  std::error_code failed;
  if (file.empty() || !fs::is_regular_file(file, failed)) return std::nullopt;
  try {
    return cases::read_case(file, contracts_);
  } catch (const UsageError&) {
    return std::nullopt;  // of another version than this program reads
  }
}

ShelvedCase CaseShelf::look_up(const std::string& paper, const std::string& name,
                               const std::string& commit) const {
  if (!is_plain(paper) || !is_plain(name)) return {};
  const std::string file = paper + "/" + name + ".json";
  const bool dirty = commit.ends_with(kDirty);
  const std::string clean = dirty ? commit.substr(0, commit.size() - kDirty.size()) : commit;
  const bool asked = history_ == History::kAsked;
  if (const auto text = asked ? text_at_commit(folder_, clean, file) : std::nullopt) {
    const PassingFolder folder;
    if (auto as_read = read(folder.write(file, *text))) return {std::move(as_read), !dirty};
  }
  return {read(folder_ / file), false};
}

const ShelvedCase& CaseShelf::find(const std::string& paper, const std::string& name,
                                   const std::string& commit) {
  const auto [at, fresh] = found_.try_emplace({paper, name, commit});
  if (fresh) at->second = look_up(paper, name, commit);
  return at->second;
}

}  // namespace tycho::verify
