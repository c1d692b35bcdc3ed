#include "harness/cli/select.hpp"

#include <fnmatch.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <sstream>

#include "core/error.hpp"
#include "core/joined.hpp"
#include "harness/result/plural.hpp"
#include "harness/strict/nearest.hpp"

namespace tycho::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* kMarker = "case.schema.json";

bool is_path(const std::string& wanted) { return wanted.ends_with(".json"); }

bool same_file(const fs::path& a, const fs::path& b) {
  std::error_code none;
  return fs::equivalent(a, b, none);
}

/// By its id or its file: not with its paper, or with all.
bool is_named(const cases::Case& one, std::span<const std::string> wanted) {
  return std::any_of(wanted.begin(), wanted.end(), [&](const std::string& name) {
    return is_path(name) ? same_file(name, one.file) : name == one.id();
  });
}

std::string unknown(const std::string& wanted, const std::vector<cases::Case>& known) {
  std::set<std::string> names{"all"};
  for (const cases::Case& one : known) {
    names.insert(one.paper);
    names.insert(one.id());
  }
  const std::vector<std::string_view> list(names.begin(), names.end());
  std::error_code none;
  if (fs::is_directory(wanted, none)) {
    const std::string last = fs::path(wanted + "/").parent_path().filename();
    return "'" + wanted +
           "' is a folder; name a case file in it, or a case or paper (`tycho list " +
           "cases` shows all)" + strict::did_you_mean(last, list);
  }
  if (fs::exists(wanted, none))
    return "'" + wanted + "' is no case file: a case file ends in .json";
  return "no case, paper or file '" + wanted + "' (`tycho list cases` shows all)" +
         strict::did_you_mean(wanted, list);
}

}  // namespace

fs::path case_folder(const std::string& given) {
  if (!given.empty()) {
    if (!fs::is_directory(given)) throw UsageError("--cases: '" + given + "' is no folder");
    return given;
  }
  if (fs::exists(fs::path("cases") / kMarker)) return "cases";
  std::error_code failed;
  const fs::path program = fs::read_symlink("/proc/self/exe", failed);
  for (fs::path above = program; above.has_relative_path(); above = above.parent_path())
    if (fs::exists(above.parent_path() / "cases" / kMarker))
      return fs::proximate(above.parent_path() / "cases");
  throw UsageError("no folder of cases here or above the program; name it with --cases");
}

void take_patterns(std::vector<std::string>& wanted, std::vector<std::string>& only) {
  if (only.empty()) return;
  std::erase_if(wanted, [&](const std::string& word) {
    const bool pattern = !fs::exists(word) && (word.find_first_of("*?[") != std::string::npos ||
                                               word.find("/n=") != std::string::npos);
    if (pattern) only.push_back(word);
    return pattern;
  });
}

std::vector<cases::Case> select_cases(std::span<const std::string> wanted,
                                      const std::string& folder,
                                      std::span<const Contract* const> contracts) {
  std::vector<cases::Case> selected;
  std::map<std::string, fs::path> files;  // by id
  const auto add = [&](const cases::Case& one) {
    const auto [first, is_new] = files.emplace(one.id(), one.file);
    if (is_new) return selected.push_back(one);
    // Runs are told apart by ids, so that one of two such cases could not be run.
    if (!same_file(first->second, one.file))
      throw UsageError("two files are named for the case " + one.id() + ": " +
                       first->second.string() + " and " + one.file.string() +
                       "; give one of them another name, or run them apart");
  };
  std::optional<std::vector<cases::Case>> known;
  for (const std::string& name : wanted) {
    if (is_path(name)) {
      if (!fs::exists(name)) throw UsageError("no such case file: " + name);
      add(cases::read_case(name, contracts));
      continue;
    }
    if (!known) known = cases::read_cases(case_folder(folder), contracts);
    bool found = false;
    for (const cases::Case& one : *known) {
      if (name != "all" && name != one.paper && name != one.id()) continue;
      add(one);
      found = true;
    }
    if (!found) throw UsageError(unknown(name, *known));
  }
  return selected;
}

bool is_asked_for(const cases::RunSpec& run, std::span<const std::string> wanted,
                  const std::vector<std::string>& only) {
  return !only.empty() || is_named(*run.origin, wanted);
}

void require_suite(const std::vector<cases::Case>& cases, std::span<const std::string> wanted,
                   const std::string& suite) {
  std::set<std::string> known;
  for (const cases::Case& one : cases) {
    std::string own;
    for (const auto& [name, ignored] : one.suites) {
      known.insert(name);
      join_to(own, name);
    }
    if (!one.suites.count(suite) && is_named(one, wanted))
      throw UsageError("--suite: " + one.id() + " has no suite '" + suite + "'; it has " + own);
  }
  if (known.count(suite)) return;
  const std::string list = joined(known);
  throw UsageError("--suite: the cases have no suite '" + suite + "'; they have " + list);
}

void keep_only(std::vector<cases::RunSpec>& runs, const std::vector<std::string>& patterns) {
  if (patterns.empty() || runs.empty()) return;
  const auto matches = [](const cases::RunSpec& run, const std::string& pattern) {
    return ::fnmatch(pattern.c_str(), run.id.c_str(), 0) == 0;
  };
  // One that is misspelled among several would leave out runs without a word.
  for (const std::string& pattern : patterns)
    if (std::none_of(runs.begin(), runs.end(),
                     [&](const cases::RunSpec& run) { return matches(run, pattern); }))
      throw UsageError("--only: '" + pattern + "' matches none of " +
                       result::plural(runs.size(), "run") + ", such as '" + runs.front().id +
                       "' (--dry-run without --only lists them)");
  std::erase_if(runs, [&](const cases::RunSpec& run) {
    return std::none_of(patterns.begin(), patterns.end(),
                        [&](const std::string& pattern) { return matches(run, pattern); });
  });
}

void keep_share(std::vector<cases::RunSpec>& runs, const std::string& text) {
  if (text.empty()) return;
  std::size_t part = 0, parts = 0;
  char slash = 0;
  std::istringstream words(text);
  const bool read = words >> part >> slash >> parts && slash == '/' && words.eof();
  if (!read || part < 1 || part > parts || parts > cases::kMostRuns || text.find('-') == 0)
    throw UsageError("--share: '" + text + "' is not K/N with K from 1 to N, e.g. 3/8");
  std::vector<cases::RunSpec> own;
  for (std::size_t k = part - 1; k < runs.size(); k += parts) own.push_back(std::move(runs[k]));
  runs = std::move(own);
}

}  // namespace tycho::cli
