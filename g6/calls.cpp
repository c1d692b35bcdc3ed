#include "g6/calls.hpp"

#include <atomic>
#include <new>

#include "g6/clusters.hpp"
#include "g6/include/tycho_g6.h"
#include "g6/message.hpp"

namespace tycho::g6 {

namespace {

std::atomic<bool> said_not_open{false};

// Once, for a client that does not look at codes and calls for every particle.
int not_open(int number) {
  if (!said_not_open.exchange(true))
    say("cluster " + std::to_string(number) + " is not open, nor is any; call g6_open_ first");
  return TYCHO_G6_NOT_OPEN;
}

// A cluster reports its own errors; what is left is that there is none, or no memory for a new one.
template <typename Call>
int on(int number, const Call& call, Unknown unknown = Unknown::kMakeWhereAnyIsOpen) noexcept {
  try {
    Cluster* const found = cluster(number, unknown);
    return found ? call(*found) : not_open(number);
  } catch (const std::bad_alloc&) {
    return TYCHO_G6_NO_MEMORY;
  } catch (...) {
    return TYCHO_G6_ENGINE_FAILED;
  }
}

}  // namespace

int open(int number) noexcept {
  said_not_open = false;
  return on(
      number, [](Cluster& c) { return c.open(); }, Unknown::kMake);
}

int close(int number) noexcept {
  said_not_open = false;
  const int code = on(
      number, [](Cluster& c) { return c.close(); }, Unknown::kLeave);
  if (code == TYCHO_G6_OK) close_the_others();
  return code;
}

int npipes() noexcept {
  try {
    return pipes();
  } catch (...) {
    return kMostPipes;
  }
}

int set_ti(int number, double ti) noexcept {
  return on(number, [&](Cluster& c) { return c.set_time(ti); });
}

int set_j_particle(int number, int address, const Sent& sent) noexcept {
  return on(number, [&](Cluster& c) {
    if (!sent.a2by18 || !sent.a1by6 || !sent.aby2 || !sent.v || !sent.x)
      return c.refuse("g6_set_j_particle_", "a2by18, a1by6, aby2, v and x must not be null");
    return c.set_j(address, sent);
  });
}

void firsthalf(int number, int nj, int ni, const Block& block, double eps2) noexcept {
  on(number, [&](Cluster& c) {
    c.start(nj, ni, block, eps2);
    return TYCHO_G6_OK;
  });
}

int lasthalf(int number, int ni, const Results& results) noexcept {
  return on(number, [&](Cluster& c) { return c.finish(ni, results); });
}

int ready(int number, const char* call) noexcept {
  return on(number, [&](Cluster& c) { return c.state(call); });
}

int reset(int number) noexcept {
  return on(
      number, [](Cluster& c) { return c.reset(); }, Unknown::kMake);
}

int read_neighbour_list(int number) noexcept {
  return on(number, [](Cluster& c) { return c.read_neighbours(); });
}

int get_neighbour_list(int number, int ipipe, int maxlen, int* n, int list[]) noexcept {
  return on(number, [&](Cluster& c) { return c.get_neighbours(ipipe, maxlen, n, list); });
}

int open_special(int ngpu, const int /*list*/[], int nmax) noexcept {
  if (ngpu > 1) say("g6_open_special: one GPU is used; CUDA_VISIBLE_DEVICES says which");
  said_not_open = false;
  return on(
      0, [&](Cluster& c) { return c.open(nmax); }, Unknown::kMake);
}

}  // namespace tycho::g6
