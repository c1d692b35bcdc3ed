#include "harness/probe/probe.hpp"

#include <stdlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iomanip>
#include <iostream>
#include <memory>
#include <optional>

#include "core/available_threads.hpp"
#include "core/error.hpp"
#include "core/last_cache.hpp"
#include "harness/backends/for_runs.hpp"
#include "harness/backends/list.hpp"
#include "harness/campaign/display.hpp"
#include "harness/campaign/launcher.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/result/durable_file.hpp"
#include "harness/result/parse_json.hpp"
#include "harness/result/probe.hpp"

namespace tycho::cli {

namespace {

struct ProbeArguments {
  std::string out, launcher;
  std::optional<int> ranks;
  std::vector<std::string> backends;
  bool small = false;
};

bool named(const ProbeArguments& arguments, const char* backend) {
  return std::find(arguments.backends.begin(), arguments.backends.end(), backend) !=
         arguments.backends.end();
}

// The GPU's first: a processor that is hot from its own probes might disturb them.
std::vector<probe::ProbedBackend> chosen(const ProbeArguments& arguments) {
  const std::string no_cuda = backends::unavailable(Backend::kCuda);
  if (named(arguments, "cuda") && !no_cuda.empty()) throw Unavailable("--backend cuda: " + no_cuda);
  std::vector<probe::ProbedBackend> backends;
  const bool all = arguments.backends.empty();
  if ((all || named(arguments, "cuda")) && no_cuda.empty())
    backends.push_back({"cuda", backends::probes(Backend::kCuda)});
  if (all || named(arguments, "cpu")) backends.push_back({"cpu", backends::probes(Backend::kCpu)});
  return backends;
}

// One line kept up to date on a terminal, a line for each probe otherwise; on stderr, so that the
// table can be piped.
probe::ProbeProgress progress_on(std::ostream& out, bool terminal) {
  return [&out, terminal](const std::string& what, double fraction) {
    if (terminal) out << "\r\033[K";
    if (!what.empty())
      out << std::setw(3) << static_cast<int>(100 * fraction) << "%  " << what
          << (terminal ? "" : "\n");
    out << std::flush;
  };
}

/// The ceilings of what carries data between ranks, measured by ranks.
nlohmann::json between_ranks(const ProbeArguments& arguments, const campaign::Launcher& launcher) {
  std::string folder = (std::filesystem::temp_directory_path() / "tycho-probe-XXXXXX").string();
  if (!arguments.out.empty())
    folder = (std::filesystem::path(arguments.out) / "ranks-XXXXXX").string();
  if (!::mkdtemp(folder.data())) throw result::WriteError(folder, std::strerror(errno));
  const std::filesystem::path file = std::filesystem::path(folder) / "ceilings.json";
  std::vector<std::string> words{"probe", "--record", file.string()};
  if (arguments.small) words.emplace_back("--small");
  const campaign::ChildEnd end =
      campaign::run_child(launcher.command(*arguments.ranks, 1, words), nullptr);
  nlohmann::json found = nlohmann::json::array();
  if (end.succeeded()) found = result::parse_json(result::read_text(file));
  std::filesystem::remove_all(folder);
  if (!end.succeeded()) throw std::runtime_error("the probe between ranks: " + end.reason());
  return found;
}

/// Tried before anything is measured; none where nobody asked for ranks.
std::optional<campaign::Launcher> launcher_for(const ProbeArguments& arguments) {
  if (!arguments.ranks) {
    if (!arguments.launcher.empty()) throw UsageError("--launcher goes with --ranks");
    return std::nullopt;
  }
  if (*arguments.ranks < 2)
    throw UsageError("--ranks: '" + std::to_string(*arguments.ranks) +
                     "' is too few: what carries data between ranks needs two or more");
  campaign::Launcher launcher(arguments.launcher, campaign::program_of_ranks());
  launcher.require(*arguments.ranks);
  return launcher;
}

int probe(const ProbeArguments& arguments) {
  const std::vector<probe::ProbedBackend> backends = chosen(arguments);
  const std::optional<campaign::Launcher> launcher = launcher_for(arguments);
  if (!arguments.out.empty()) result::make_writable_folder(arguments.out);
  ProbeOptions options;
  options.threads = available_threads();
  options.cache_bytes = last_cache_bytes();
  options.core_cache_bytes = core_cache_bytes();
  options.small = arguments.small;
  nlohmann::json found =
      probe::run_probes(backends, options, to_json(result::this_provenance(backends::this_gpu())),
                        progress_on(std::cerr, campaign::is_terminal(2)));
  if (launcher)
    for (nlohmann::json& ceiling : between_ranks(arguments, *launcher))
      found["ceilings"].push_back(std::move(ceiling));
  probe::print_probe(std::cout, found);
  if (!arguments.out.empty()) {
    const std::filesystem::path file = std::filesystem::path(arguments.out) / result::kProbeFile;
    result::write_durably(file, found.dump(1) + "\n");
    std::cout << '\n' << file.string() << std::endl;
  }
  return probe::all_right(found) ? kOk : kFailures;
}

}  // namespace

void add_probe(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<ProbeArguments>();
  CLI::App* command = app.add_subcommand(
      "probe", "Measure what this machine can do at most: what a report holds timings against");
  command->add_option("-o,--out", arguments->out, "folder for probe.json, beside result files");
  command->add_option("--backend", arguments->backends, "cpu, cuda (default: all there are)")
      ->delimiter(',')
      ->check(CLI::IsMember({"cpu", "cuda"}));
  command->add_option("--launcher", arguments->launcher,
                      "with --ranks: what starts them, e.g. 'srun -n {ranks}' (default: as `tycho "
                      "run` has it)");
  command->add_option("--ranks", arguments->ranks,
                      "also measure what carries data between this number of ranks: latency, "
                      "bandwidth, all to all");
  command->add_flag("--small", arguments->small,
                    "small and short: shows that it works, the numbers mean nothing");
  command->callback([arguments, &exit_code] { exit_code = probe(*arguments); });
}

}  // namespace tycho::cli
