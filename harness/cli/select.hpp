// From what was typed to cases and runs.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "core/contract.hpp"
#include "harness/case/case.hpp"
#include "harness/case/plan.hpp"

namespace tycho::cli {

/// The folder of cases: `given`, else ./cases, else the one above the program (as in a build
/// folder). Throws UsageError where there is none.
std::filesystem::path case_folder(const std::string& given);

/// The cases named: an id (`bertinelli2025/fig3.1`), a paper, `all`, or the path of a case file.
/// Each once, in the order named. Throws UsageError with the nearest name for one that is unknown,
/// and with both files where two of them have a case of the same id.
std::vector<cases::Case> select_cases(std::span<const std::string> wanted,
                                      const std::string& folder,
                                      std::span<const Contract* const> contracts);

/// Whether the command line asks for this run itself: its case by an id or a file, or an --only
/// that leaves it. A paper, or all, asks for what there is.
bool is_asked_for(const cases::RunSpec& run, std::span<const std::string> wanted,
                  const std::vector<std::string>& only);

/// Throws UsageError where no case has the suite, and where one that `wanted` names by its id or
/// its file has not. Of a whole paper, or of all, those that have it are run.
void require_suite(const std::vector<cases::Case>& cases, std::span<const std::string> wanted,
                   const std::string& suite);

/// `--only A B`: where --only was given, what stands among the cases and can only be a pattern of
/// run ids joins the patterns. No case's name has *, ?, [ or "/n=".
void take_patterns(std::vector<std::string>& wanted, std::vector<std::string>& only);

/// Leaves the runs whose id matches one of the patterns: * stands for any text, ? for a character.
/// No patterns: all runs stay. Throws UsageError for a pattern that matches none.
void keep_only(std::vector<cases::RunSpec>& runs, const std::vector<std::string>& patterns);

/// `--share K/N`, one of N parts of a campaign: every N-th run, so that a run belongs to one part
/// whatever else differs between the machines that work on the parts. Empty: all runs stay. Throws
/// UsageError where the text is no such part.
void keep_share(std::vector<cases::RunSpec>& runs, const std::string& text);

}  // namespace tycho::cli
