// A library of the user's that this machine can run once: as soon as the campaign in the folder
// "c" has a result file it is unavailable, as a GPU is whose memory others have taken meanwhile.
// Its bodies fly straight on.
#include <tycho/implementation.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace {

using Fields = std::array<double*, 10>;

Fields fields_of(const tycho_particles& p) {
  return {p.mass, p.x, p.y, p.z, p.vx, p.vy, p.vz, p.ax, p.ay, p.az};
}

struct Bodies {
  std::array<std::vector<double>, 10> fields;
  std::vector<std::uint64_t> id;
};

Bodies bodies;
double dt = 0;

const char* const kStages[] = {"force"};
const tycho_variant kVariants[] = {{"it", "gone later", TYCHO_CPU, TYCHO_SAME_BITS, 1, 0, nullptr}};

int create(const tycho_host* host, int, std::int64_t, void** instance) {
  if (::access("c/someone2025.json", F_OK) == 0) return TYCHO_UNAVAILABLE;
  dt = host->number(host->context, "dt");
  *instance = &bodies;
  return TYCHO_OK;
}
int load(void*, const tycho_particles* p) {
  const Fields from = fields_of(*p);
  for (std::size_t f = 0; f < from.size(); ++f)
    bodies.fields[f].assign(from[f], from[f] + p->count);
  bodies.id.assign(p->id, p->id + p->count);
  return TYCHO_OK;
}
int advance(void*, const tycho_timer* timer) {
  for (int left = timer->begin(timer->context, 0); left > 0; --left)
    for (std::size_t f = 1; f <= 3; ++f)  // places, and three fields on the velocities
      for (std::size_t i = 0; i < bodies.id.size(); ++i)
        bodies.fields[f][i] += dt * bodies.fields[f + 3][i];
  timer->end(timer->context, 0);
  return TYCHO_OK;
}
int store(void*, tycho_particles* p) {
  const Fields to = fields_of(*p);
  for (std::size_t f = 0; f < to.size(); ++f)
    std::copy(bodies.fields[f].begin(), bodies.fields[f].end(), to[f]);
  std::copy(bodies.id.begin(), bodies.id.end(), p->id);
  return TYCHO_OK;
}
void destroy(void*) {}
const char* last_error(void*) { return "the memory is taken"; }

}  // namespace

extern "C" const tycho_library* tycho_implementation(void) {
  static const tycho_library library = {TYCHO_IMPLEMENTATION_ABI,
                                        "gone-later",
                                        "1",
                                        "all_pairs",
                                        1,
                                        kStages,
                                        1,
                                        kVariants,
                                        create,
                                        load,
                                        advance,
                                        store,
                                        destroy,
                                        last_error,
                                        nullptr};
  return &library;
}
