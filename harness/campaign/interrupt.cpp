#include "harness/campaign/interrupt.hpp"

#include <array>
#include <csignal>

namespace tycho::campaign {

namespace {

// A signal handler has no other way to reach what it is to set.
volatile std::sig_atomic_t g_interrupted = 0;

constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};
std::array<struct sigaction, kSignals.size()> g_previous;

void note(int) { g_interrupted = 1; }

}  // namespace

InterruptGuard::InterruptGuard() {
  g_interrupted = 0;
  struct sigaction action {};
  action.sa_handler = note;  // without SA_RESTART: poll() must come back
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &action, &g_previous[i]);
  // Under nohup a hang-up is to be ignored, and stays so.
  constexpr std::size_t kHangUp = 2;
  static_assert(kSignals[kHangUp] == SIGHUP);
  if (g_previous[kHangUp].sa_handler == SIG_IGN) sigaction(SIGHUP, &g_previous[kHangUp], nullptr);
}

InterruptGuard::~InterruptGuard() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &g_previous[i], nullptr);
  g_interrupted = 0;
}

bool InterruptGuard::interrupted() { return g_interrupted != 0; }

}  // namespace tycho::campaign
