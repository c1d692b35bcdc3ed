// The commands of the program: each adds itself to the parser and, when chosen, sets the exit code.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "core/ranks/ranks.hpp"
#include "harness/result/processes_record.hpp"

namespace tycho::cli {

void add_list(CLI::App& app, int& exit_code);
/// `command_line` is repeated to say how to resume.
void add_run(CLI::App& app, int& exit_code, const std::vector<std::string>& command_line);
void add_status(CLI::App& app, int& exit_code);
void add_try(CLI::App& app, int& exit_code);
void add_report(CLI::App& app, int& exit_code);
void add_compare(CLI::App& app, int& exit_code);
void add_export(CLI::App& app, int& exit_code);
void add_promote(CLI::App& app, int& exit_code);
void add_record(CLI::App& app, int& exit_code);
void add_verify(CLI::App& app, int& exit_code);
void add_probe(CLI::App& app, int& exit_code);
void add_tune(CLI::App& app, int& exit_code, const std::vector<std::string>& command_line);
/// One run in a process of its own; started by `tycho run`, not shown to people.
void add_child(CLI::App& app, int& exit_code);
/// The same on each of several ranks, which `processes` describes; null: one process.
void add_child(CLI::App& app, int& exit_code, Ranks& ranks,
               const result::ProcessesRecord* processes);

}  // namespace tycho::cli
