// The parts of pages, each made from the evidence.
#pragma once

#include <map>
#include <string>

#include "harness/report/document.hpp"
#include "harness/report/grid.hpp"
#include "harness/report/load.hpp"
#include "harness/report/published.hpp"

namespace tycho::report {

/// What is counted of a paper while its sections are made; its page and the front sum it up.
struct Tally {
  CellCounts cells;
  int holds = 0, holds_no_longer = 0, does_not_hold = 0, undecided = 0, not_measurable = 0;
  int printed_holds = 0, printed_does_not = 0, printed_nothing = 0;  // by the papers' own numbers
  int adds_up = 0, does_not_add_up = 0;
};

/// What a reader calls a case, by its name.
using CaseTitles = std::map<std::string, std::string>;
CaseTitles case_titles(const Paper& paper);
/// The caption of a table of one case: its title, with its name beside, and what is in the table.
void name_by_case(Table& table, const std::string& name, const CaseTitles& titles,
                  const std::string& what);

/// Which papers have their GPU columns from a recorded machine.
std::vector<Block> recorded_columns(const Evidence& evidence);
/// What went wrong where the recorded columns come from, in a sentence for each machine.
std::vector<Block> recorded_failures(const Evidence& evidence);
/// What was not run, by reason.
std::vector<Block> skips(const Evidence& evidence);
/// Runs timed while the GPU was slowed down: the first few by name.
std::vector<Block> throttled(const Evidence& evidence);
/// The claims of a paper, each against the paper's own numbers and against every machine.
std::vector<Block> claims_section(const Paper& paper, const Evidence& evidence, Tally& tally);
std::vector<Block> audit_section(const Paper& paper, Tally& tally);
/// Rows of our own tables that must agree, and those that do not.
std::vector<Block> agreement_section(const Paper& paper, const Evidence& evidence);
/// How many CPU runs had cores that others shared; nothing where none had.
std::vector<Block> shared_cores(const std::string& paper, const Evidence& evidence);
/// What processes that run the same differ by, on each machine that has runs of several.
std::vector<Block> process_spread(const std::string& paper, const Evidence& evidence);
/// What the paper leaves open, and what tycho took: the notes of the cases that ran.
std::vector<Block> notes_section(const Paper& paper, const Evidence& evidence);
/// What the cores did beside each CPU run, and which of them it used.
std::vector<Block> cores_section(const std::string& paper, const Evidence& evidence);
/// The phases of runs that take half a minute or more; nothing where none tells of them.
std::vector<Block> long_runs_section(const std::string& paper, const Evidence& evidence);
std::vector<Block> stages_section(const std::string& paper, const Evidence& evidence,
                                  const CaseTitles& titles = {});
/// Stage by stage what one machine takes of another's time; nothing where there is one machine.
std::vector<Block> machines_section(const std::string& paper, const Evidence& evidence,
                                    const CaseTitles& titles = {});
/// Failed checks one by one, passed ones by case; every one of them goes to `files`.
std::vector<Block> checks_section(const std::string& paper, const Evidence& evidence,
                                  std::vector<Table>& files);
/// The commit of a paper's runs on each machine; a warning where there are several, or where one is
/// not clean.
std::vector<Block> commits_section(const std::string& paper, const Evidence& evidence);
/// A warning where runs of a paper have times of threads that nobody bound to cores.
std::vector<Block> untold_threads(const std::string& paper, const Evidence& evidence);
/// The commit of a machine's runs, or how many there are.
std::string commits_of_machine(const std::string& machine, const Evidence& evidence);
std::vector<Block> provenance_section(const Evidence& evidence);

/// The machines of the runs, each once; recorded ones last.
std::vector<std::shared_ptr<const Machine>> machines_of(const Evidence& evidence,
                                                        const std::string& paper = "");

}  // namespace tycho::report
