// A child for the supervisor's tests: fake_child BEHAVIOUR ID RECORD SIDE
//
// Appends "ID PID" to SIDE when it starts, so that tests can count, then behaves as told.
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <new>
#include <string>
#include <thread>
#include <vector>

namespace {

void sleep_ms(int ms) { std::this_thread::sleep_for(std::chrono::milliseconds(ms)); }

[[noreturn]] void sleep_forever() {
  for (;;) sleep_ms(1000);
}

void write_record(const std::string& id, const std::string& record) {
  const std::string part = record + ".part";
  std::ofstream(part) << R"({"id": ")" << id << R"(", "paper": "fake", "case": "case", )"
                      << R"("suite": "smoke", "algorithm": "none", "variant": "v", "label": "V", )"
                      << R"("backend": "cpu", "threads": 1, "n": 7, "settings": {}, "sweep": {}, )"
                      << R"("status": "ok", "reason": "", "started": "2001-02-03T04:05:06Z", )"
                      << R"("wall_s": 0.005, "counters": {"by_child": 1}})";
  std::rename(part.c_str(), record.c_str());
}

// Takes memory until there is no more, up to a bound in case nothing limits it.
void exhaust_memory() {
  constexpr std::size_t kChunk = std::size_t{64} << 20;
  std::vector<char*> held;
  for (int i = 0; i < 64; ++i) held.push_back(static_cast<char*>(::operator new(kChunk)));
}

[[noreturn]] void die_of(int number) {
  std::signal(number, SIG_DFL);  // a sanitizer would catch it
  std::raise(number);
  std::abort();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  const std::string behaviour = argv[1], id = argv[2], record = argv[3], side = argv[4];
  std::ofstream(side, std::ios::app) << id + " " + std::to_string(getpid()) + "\n" << std::flush;

  if (behaviour == "ok") {
    const char line[] = "0.5000 half way\n";
    [[maybe_unused]] const ssize_t ignored = write(3, line, sizeof line - 1);
    sleep_ms(5);
    write_record(id, record);
    return 0;
  }
  if (behaviour == "slow") {
    for (int i = 1; i <= 12; ++i) {
      const char line[] = "0.5000 at work\n";
      [[maybe_unused]] const ssize_t ignored = write(3, line, sizeof line - 1);
      sleep_ms(100);
    }
    write_record(id, record);
    return 0;
  }
  if (behaviour == "segv") die_of(SIGSEGV);
  if (behaviour == "abort") {
    std::cerr << "an assertion failed" << std::endl;
    die_of(SIGABRT);
  }
  if (behaviour == "hang") {
    std::cerr << "waiting for a lock" << std::endl;
    std::signal(SIGTERM, SIG_IGN);
    sleep_forever();
  }
  if (behaviour == "sleep") sleep_forever();
  if (behaviour == "memory") try {
      exhaust_memory();
    } catch (const std::bad_alloc&) {
      std::cerr << "out of memory" << std::endl;
      return 1;
    }
  if (behaviour == "killed") die_of(SIGKILL);
  if (behaviour == "exit3") {
    std::cerr << "first line\nthe device is busy\n\n" << std::flush;
    return 3;
  }
  if (behaviour == "full") {
    std::cerr << "tycho: cannot write run.json: No space left on device\n" << std::flush;
    return 4;
  }
  if (behaviour == "too_large") die_of(SIGXFSZ);
  if (behaviour == "garbage") {
    std::ofstream(record) << "{\"id\": \xff\xfe";
    std::cerr << "\xff\xfe\x01 junk" << std::flush;
    return 0;
  }
  if (behaviour == "other") {
    write_record("another/run", record);
    return 0;
  }
  if (behaviour == "pour") {
    const std::string much(1 << 16, 'x');
    for (;;) std::cerr << much;
  }
  if (behaviour == "orphan") {
    if (fork() == 0) {
      std::ofstream(side, std::ios::app) << "orphan " + std::to_string(getpid()) + "\n";
      sleep_forever();
    }
    sleep_ms(100);
    write_record(id, record);
    return 0;
  }
  return 0;  // "silent": no record
}
