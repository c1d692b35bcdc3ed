// The cases that a result is held against: each as it was at the commit that the result was made
// with, where the repository's history has the commit, else as it is today. A case may become
// stricter, and a result that was made before is no worse for it.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/contract.hpp"
#include "harness/case/case.hpp"

namespace tycho::verify {

/// A case to hold a run against.
struct ShelvedCase {
  std::optional<cases::Case> as_read;  // nothing: there is no such case
  /// Whether this is the case that the run was made from. Else it is today's, or that of a commit
  /// with changes that nobody committed: what differs may have been right then.
  bool as_then = false;
};

class CaseShelf {
 public:
  enum class History { kAsked, kLeftAlone };

  /// `folder` is the folder of cases; the history is that of the repository it lies in.
  CaseShelf(std::filesystem::path folder, std::vector<const Contract*> contracts,
            History history = History::kAsked)
      : folder_(std::move(folder)), contracts_(std::move(contracts)), history_(history) {}

  /// `commit` as a result has it: "295c54a1b2c3", "...-dirty" or anything else.
  const ShelvedCase& find(const std::string& paper, const std::string& name,
                          const std::string& commit);

  const std::vector<const Contract*>& contracts() const { return contracts_; }

 private:
  ShelvedCase look_up(const std::string& paper, const std::string& name,
                      const std::string& commit) const;
  std::optional<cases::Case> read(const std::filesystem::path& file) const;

  std::filesystem::path folder_;
  std::vector<const Contract*> contracts_;
  History history_;
  std::map<std::vector<std::string>, ShelvedCase> found_;
};

/// A file of the repository that holds `folder`, as a commit has it; `file` is relative to the
/// folder. Nothing where there is no git, no repository, no such commit or no such file.
std::optional<std::string> text_at_commit(const std::filesystem::path& folder,
                                          const std::string& commit, const std::string& file);

}  // namespace tycho::verify
