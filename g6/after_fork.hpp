// OpenMP's threads do not live on in a child of fork(), and GCC's runtime waits for them for ever.
// It keeps threads for each thread that opens a parallel region, so a new thread gets new ones.
#pragma once

#include <sys/types.h>
#include <unistd.h>

#include <exception>
#include <thread>

namespace tycho::g6 {

/// Runs a body that may open parallel regions: on this thread, unless the thread ran one before a
/// fork().
template <typename Body>
void on_living_threads(const Body& body) {
  [[gnu::tls_model("initial-exec")]] static thread_local pid_t first_ran_in = 0;
  const pid_t process = getpid();
  if (first_ran_in == 0) first_ran_in = process;
  if (first_ran_in == process) return body();
  std::exception_ptr thrown;
  std::thread([&] {
    try {
      body();
    } catch (...) {
      thrown = std::current_exception();
    }
  }).join();
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace tycho::g6
