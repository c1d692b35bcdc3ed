// The command line of `tycho run`.
#include <cstdlib>
#include <memory>

#include "harness/cli/commands.hpp"
#include "harness/cli/run.hpp"
#include "harness/cli/select.hpp"

namespace tycho::cli {

void add_run(CLI::App& app, int& exit_code, const std::vector<std::string>& command_line) {
  const auto arguments = std::make_shared<RunArguments>();
  arguments->command_line = command_line;
  CLI::App* command = app.add_subcommand(
      "run", "Run cases, each run in a process of its own, and write their results");
  command
      ->add_option("CASE", arguments->cases,
                   "a case (bertinelli2025/fig3.1), a paper, 'all', or the path of a case file")
      ->required();
  command->add_option("--suite", arguments->suite, "smoke, quick, standard or full")
      ->capture_default_str();
  command
      ->add_option("--backend", arguments->backends,
                   "cpu, cuda or both; what is named must be there (default: what is there)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"cpu", "cuda"}));
  command
      ->add_option("--threads", arguments->threads,
                   "only CPU runs of these thread counts, e.g. 1,all (default: as the cases say)")
      ->delimiter(',')
      ->allow_extra_args(false);
  command
      ->add_option("--ranks", arguments->ranks,
                   "only runs on these numbers of ranks, e.g. 1,4 (default: as the cases say)")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_option("--launcher", arguments->launcher,
                      "what starts the ranks of a run (docs/ranks.md), e.g. 'srun -n {ranks}' "
                      "(default: srun inside a job of Slurm's, else mpirun)");
  command->add_option("--out", arguments->out, "the campaign's folder: new, or with --resume");
  command->add_option("--report", arguments->report,
                      "folder for a report, which is written anew whenever a paper is finished");
  command->add_flag("--resume", arguments->resume, "go on with the campaign in --out");
  command->add_flag("--retry-failed", arguments->retry_failed,
                    "with --resume: run again what failed");
  command->add_option("--budget", arguments->budget,
                      "time for all runs, their checks included (10m, 1h30m): long ones measure "
                      "fewer steps, and what was cut is said");
  command->add_option(
      "--time-limit", arguments->time_limit,
      "end any single run after this (default: six hours after its last sign of progress)");
  command->add_option(
      "--tuned", arguments->tuned,
      "file of settings found by `tycho tune`, or 'none' (default: this device's in "
      "the folder tuned beside the cases)");
  command->add_option(
      "--checkpoints", arguments->checkpoints,
      "folder where the ends of lead-ins, and evolutions and comparisons on their way, are "
      "kept and gone on from, so that a long run may take several sittings");
  command->add_option(
      "--checkpoint-every", arguments->checkpoint_every,
      "with --checkpoints: time between two states of an evolution or a comparison that are "
      "kept (default 1m, and at least ten times as long as keeping one took); evolutions of "
      "trees whose bodies have steps of their own are kept within a step, too");
  command->add_option("--snapshots", arguments->snapshots,
                      "folder where the first and the last state of every run are written: in "
                      "Gadget's HDF5 layout, of a plasma by openPMD");
  command
      ->add_option("--snapshots-every", arguments->snapshots_every,
                   "with --snapshots: every k-th state of a run, too")
      ->check([](const std::string& text) {
        const bool positive = std::strtoll(text.c_str(), nullptr, 10) > 0;
        return positive ? std::string() : "'" + text + "' is no number from 1 on";
      });
  command
      ->add_option("--only", arguments->only,
                   "only runs whose id matches, e.g. '*/n=1024/gpu-*'; several may follow")
      ->allow_extra_args(false);
  command
      ->add_option(
          "--except", arguments->except,
          "a result, or a folder of results, of the same commit, build, machine and suite: "
          "leave out the runs that it has as they were made; several may follow")
      ->allow_extra_args(false);
  command->add_option("--share", arguments->share,
                      "K/N: every N-th run from the K-th on, for N jobs with a folder each, which "
                      "`tycho report` takes together");
  command->add_flag("--cold", arguments->cold,
                    "also replay stages whose bytes fit the last cache with that cache flushed");
  command
      ->add_option("--implementation", arguments->implementations,
                   "a shared library of your own (docs/bring-your-own.md): its variants run beside "
                   "those of the cases of its algorithm; several may follow")
      ->allow_extra_args(false);
  command
      ->add_option("--program", arguments->programs,
                   "a program of your own (docs/bring-your-own.md), as 'mycode {in} {out} "
                   "{settings}': it runs beside the variants of the cases; several may follow")
      ->allow_extra_args(false);
  command->add_option("--g6", arguments->g6,
                      "a GRAPE-6 library by others (docs/g6.md): the cases of hermite_library run "
                      "with it, too");
  command->add_flag("--profile", arguments->profile.asked,
                    "one run under Nsight Compute (its first launches within the stages, four for "
                    "each stage in all) or Nsight Systems, with its stages as filter; prints the "
                    "command where neither is on PATH");
  command->add_option("--profiler", arguments->profile.tool, "ncu or nsys (default: what is there)")
      ->check(CLI::IsMember({"ncu", "nsys"}));
  command->add_option("--stage", arguments->profile.stages, "with --profile: these stages only")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_flag(
      "--dry-run", arguments->dry_run,
      "show the runs and an estimate of their time, with --resume of those that are left; "
      "run nothing");
  command->add_option("--cases", arguments->case_folder, "folder of cases (default: found)");
  command->callback([arguments, &exit_code] {
    take_patterns(arguments->cases, arguments->only);
    exit_code = run(*arguments);
  });
}

}  // namespace tycho::cli
