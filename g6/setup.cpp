#include "g6/setup.hpp"

#include <atomic>
#include <mutex>
#include <set>
#include <string>

#include "core/available_threads.hpp"
#include "core/error.hpp"
#include "g6/message.hpp"
#include "gpu/devices.hpp"
#include "gpu/force_engine.hpp"
#include "reference/force_engine.hpp"

namespace tycho::g6 {

namespace {

std::atomic<int> pipes_read{0};  // 0: not yet

/// True the first time it is asked about a line.
bool first_time(const std::string& line) {
  static std::mutex mutex;
  static std::set<std::string>* const said = new std::set<std::string>;
  const std::lock_guard lock(mutex);
  return said->insert(line).second;
}

std::unique_ptr<ForceEngine> make_cpu(const Configuration& configuration) {
  EngineOptions options;
  options.threads = configuration.threads ? configuration.threads : available_threads();
  return reference::make_force_engine(options);
}

std::unique_ptr<ForceEngine> make_cuda(const Configuration& configuration) {
  if (const std::string reason = gpu::unavailable(); !reason.empty())
    throw Unavailable("the engine cuda was asked for and cannot be had: " + reason +
                      "; TYCHO_G6_ENGINE=auto takes the CPU then");
  EngineOptions options;
  options.precision = configuration.precision;
  return gpu::make_force_engine(options);
}

}  // namespace

Configuration current_configuration() {
  std::vector<std::string> complaints;
  Configuration configuration = read_configuration(complaints);
  for (const std::string& complaint : complaints)
    if (first_time(complaint)) say(complaint);
  pipes_read = configuration.pipes;
  return configuration;
}

int pipes() {
  if (pipes_read == 0) current_configuration();
  return pipes_read;
}

std::unique_ptr<ForceEngine> make_engine(const Configuration& configuration) {
  const bool cuda = configuration.engine == "cuda" ||
                    (configuration.engine == "auto" && gpu::unavailable().empty());
  return cuda ? make_cuda(configuration) : make_cpu(configuration);
}

void log_once(const Configuration& configuration, const ForceEngine& engine) {
  const std::string line = engine.description() + "; " + std::to_string(configuration.pipes) +
                           " pipes, neighbour lists of up to " +
                           std::to_string(configuration.neighbours);
  if (!configuration.quiet && first_time(line)) say(line);
}

}  // namespace tycho::g6
