#include "harness/cli/missing.hpp"

#include "core/bytes_in_words.hpp"
#include "harness/measure/room.hpp"
#include "harness/result/processor.hpp"

namespace tycho::cli {

std::string Missing::of(const cases::RunSpec& run) const {
  if (!asked_for_ranks && !run.variant->cluster.empty()) return run.variant->cluster;
  if (run.uses(Backend::kCuda) && !cuda.empty()) return cuda;
  return run.ranks > 0 ? ranks : room(run);
}

bool Missing::is_memory(const cases::RunSpec& run) const {
  const std::string why = of(run);
  return !why.empty() && why == room(run);
}

std::string Missing::room(const cases::RunSpec& run) const {
  static const std::int64_t there = result::this_processor().memory_bytes;
  if (run.variant->program || there <= 0) return "";
  const std::int64_t need = measure::need_of(run, run.settings.contract(), keeps_states).host;
  if (need <= there) return "";
  return "out of memory: " + run.id + " asks for " + bytes_in_words(need) + ", this machine has " +
         bytes_in_words(there);
}

}  // namespace tycho::cli
