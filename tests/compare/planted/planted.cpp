// Measures one run on the CPU with one stage made slower in earnest: after the stage's own work the
// processor is kept busy for a part of the time it took.
//
//   planted CASE_FILE SUITE RUN STAGE FACTOR RESULT
//
// FACTOR 1 plants nothing. For scripts/compare_proof.
#include <chrono>
#include <cstdlib>
#include <iostream>

#include "core/units.hpp"
#include "harness/backends/list.hpp"
#include "harness/campaign/describe.hpp"
#include "harness/campaign/other_load.hpp"
#include "harness/measure/execute.hpp"
#include "harness/result/provenance.hpp"
#include "harness/result/result.hpp"
#include "harness/result/utc_time.hpp"

namespace tycho {
namespace {

using HostTime = std::chrono::steady_clock;

struct Fault {
  std::string stage;
  double factor = 1;
  const Implementation* original = nullptr;
};
Fault fault;  // implementations are made by plain functions

class SlowerStage final : public StageTimer {
 public:
  explicit SlowerStage(StageTimer& inner) : StageTimer(inner.stages()), inner_(inner) {}

  int begin(int stage) override {
    const int times = inner_.begin(stage);
    start_ = HostTime::now();
    return times;
  }
  void end(int stage) override {
    if (name(stage) == fault.stage && fault.factor > 1) {
      const auto now = HostTime::now();
      const Seconds more = (fault.factor - 1) * Seconds(now - start_);
      while (Seconds(HostTime::now() - now) < more) {
      }
    }
    inner_.end(stage);
  }

 private:
  StageTimer& inner_;
  HostTime::time_point start_;
};

class Planted final : public Algorithm {
 public:
  explicit Planted(std::unique_ptr<Algorithm> inner) : inner_(std::move(inner)) {}
  void load(const Particles& particles) override { inner_->load(particles); }
  void advance(StageTimer& timer) override {
    SlowerStage slower(timer);
    inner_->advance(slower);
  }
  void store(Particles& particles) override { inner_->store(particles); }
  Clock& clock() override { return inner_->clock(); }
  std::vector<double> field(std::string_view name) override { return inner_->field(name); }
  double work_share(int stage) const override { return inner_->work_share(stage); }
  std::map<std::string, double> counters() const override { return inner_->counters(); }

 private:
  std::unique_ptr<Algorithm> inner_;
};

std::unique_ptr<Algorithm> make(const Settings& settings) {
  return std::make_unique<Planted>(fault.original->make(settings));
}

int run_slowed(char** argv) {
  std::vector<const Contract*> contracts;
  for (const Implementation& one : backends::implementations(Backend::kCpu))
    contracts.push_back(one.contract);
  const std::vector<cases::Case> cases{cases::read_case(argv[1], contracts)};
  cases::PlanOptions options;
  options.suite = argv[2];
  for (const cases::RunSpec& run : cases::plan(cases, contracts, options)) {
    if (run.id != argv[3]) continue;
    for (const Implementation& one : backends::implementations(Backend::kCpu))
      if (one.contract == &run.settings.contract()) fault.original = &one;
    fault.stage = argv[4];
    fault.factor = std::atof(argv[5]);
    const Implementation slowed{fault.original->contract, make};
    result::RunRecord record{campaign::describe(run), {}, result::utc_now(), 0};
    const auto start = HostTime::now();
    const campaign::OtherLoad others;
    static_cast<result::RunOutcome&>(record) = measure::execute(
        run, {{&slowed, 1}, {}, "not asked for"}, [](const std::string&, double) {});
    if (const auto cores = others.cores()) record.device.emplace().other_cores = *cores;
    record.wall_s = Seconds(HostTime::now() - start).count();
    result::write_result(
        argv[6],
        {run.origin->paper, run.suite, result::this_provenance({}), {compact(std::move(record))}});
    return 0;
  }
  std::cerr << "planted: the case has no run '" << argv[3] << "'\n";
  return 2;
}

}  // namespace
}  // namespace tycho

int main(int argc, char** argv) {
  if (argc != 7) {
    std::cerr << "usage: planted CASE_FILE SUITE RUN STAGE FACTOR RESULT\n";
    return 2;
  }
  try {
    return tycho::run_slowed(argv);
  } catch (const std::exception& error) {
    std::cerr << "planted: " << error.what() << '\n';
    return 1;
  }
}
