// tycho_ranks with a fault: on the rank TYCHO_FAULT_RANK the TYCHO_FAULT_AFTERth agreement on a
// time throws, crashes, or is not come to. What it does to a campaign: tests/over_ranks/faults.cpp.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>

#include "harness/cli/commands.hpp"
#include "harness/ranks/mpi_ranks.hpp"
#include "harness/ranks/program/end_all.hpp"
#include "harness/ranks/program/places.hpp"

namespace {

using namespace tycho;

/// A run of the fewest steps has four: two while it is verified, two while it is timed.
constexpr int kSoundAgreements = 3;

std::string said(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

class Faulty final : public Ranks {
 public:
  explicit Faulty(Ranks& sound) : sound_(sound) {}
  int rank() const override { return sound_.rank(); }
  int size() const override { return sound_.size(); }
  std::int64_t sum(std::int64_t value) override { return sound_.sum(value); }
  std::int64_t largest(std::int64_t value) override { return sound_.largest(value); }
  void wait() override { sound_.wait(); }
  double agree(double seconds) override {
    if (said("TYCHO_FAULT_RANK") == std::to_string(rank()) && ++agreed_ == kSoundAgreements) fail();
    return sound_.agree(seconds);
  }

 protected:
  void gather(void* whole, std::span<const std::size_t> counts, std::size_t element) override {
    std::size_t all = 0;
    std::vector<std::size_t> bytes;
    for (const std::size_t count : counts) all += bytes.emplace_back(count * element);
    sound_.all_gather(std::span(static_cast<std::byte*>(whole), all), bytes);
  }
  void exchange(const void* sent, std::span<const std::size_t> out, void* come,
                std::span<const std::size_t>, std::size_t element) override {
    std::vector<std::vector<std::byte>> parts;
    const auto* next = static_cast<const std::byte*>(sent);
    for (const std::size_t count : out) {
      parts.emplace_back(next, next + count * element);
      next += count * element;
    }
    auto* to = static_cast<std::byte*>(come);
    for (const std::vector<std::byte>& part : sound_.all_to_all(parts))
      to = std::copy(part.begin(), part.end(), to);
  }

 private:
  static void fail() {
    const std::string fault = said("TYCHO_FAULT");
    if (fault == "throw") throw std::runtime_error("a planted error");
    if (fault == "crash") std::abort();
    while (fault == "hang") ::sleep(1);
  }

  Ranks& sound_;
  int agreed_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  ranks::begin_rank();
  ranks::Mpi mpi(argc, argv);
  Faulty faulty(mpi.all());
  const result::ProcessesRecord places = ranks::places_of(mpi);
  int exit_code = 0;
  CLI::App app{"A rank with a fault"};
  cli::add_child(app, exit_code, faulty, &places);
  return ranks::parse_or_end_all(app, exit_code, argc, argv, faulty);
}
