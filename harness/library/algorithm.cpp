#include "harness/library/algorithm.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iostream>
#include <limits>
#include <map>
#include <optional>
#include <thread>

#include "core/error.hpp"
#include "core/loaded_masses.hpp"
#include "core/loaded_state.hpp"
#include "harness/library/guarded_memory.hpp"
#include "harness/library/guarded_particles.hpp"

namespace tycho::library {

namespace {

using HostTime = std::chrono::steady_clock;

// As long as a thread that was left running may take to come by its next particle.
constexpr auto kRest = std::chrono::milliseconds(20);

double seconds_since(HostTime::time_point start) {
  return std::chrono::duration<double>(HostTime::now() - start).count();
}

class LibraryAlgorithm final : public Algorithm {
 public:
  LibraryAlgorithm(const Given& given, const Settings& settings)
      : given_(given), settings_(settings), api_(library::load(given.file)) {
    explain_faults();
    host_ = {TYCHO_IMPLEMENTATION_ABI, this, settings_.threads(), number, word, memory, log};
    timer_ = {this, begin, end};
  }

  ~LibraryAlgorithm() override {
    open();
    if (!instance_) return;
    now_within("destroy");
    try {
      api_.destroy(instance_);
    } catch (...) {
      std::cerr << "tycho: " << given_.library << ": destroy threw\n";
    }
    now_within(nullptr);
  }

  void load(const Particles& particles) override {
    const bool first = !instance_;
    if (first) create(particles.size());
    load_once(particles);
    if (!first || !stream_) return;
    require_honest_stream();
    load_once(particles);
  }
  void advance(StageTimer& timer) override {
    open();
    watched_by_ = &timer;
    const auto start = HostTime::now();
    call("advance", [&] { return api_.advance(instance_, &timer_); });
    stepped_ = true;
    if (open_stage_ >= 0) fail("advance returned within the stage '" + name(open_stage_) + "'");
    if (dynamic_cast<GuardTimer*>(&timer)) require_rest(seconds_since(start));
  }

  void store(Particles& particles) override {
    store_into_out();
    out_->copy_to(particles);
    require_sound(particles);
    require_moved(particles);
    out_->allow(Access::kNone);
  }

  Clock& clock() override {
    if (!clock_) create_clock();
    return *clock_;
  }

 private:
  static LibraryAlgorithm& self(void* context) { return *static_cast<LibraryAlgorithm*>(context); }

  static double number(void* context, const char* name) {
    const auto& numbers = self(context).settings_.numbers();
    const auto found = numbers.find(std::string_view(name ? name : ""));
    return found == numbers.end() ? std::numeric_limits<double>::quiet_NaN() : found->second;
  }
  static const char* word(void* context, const char* name) {
    const auto& words = self(context).settings_.choices();
    const auto found = words.find(std::string_view(name ? name : ""));
    return found == words.end() ? nullptr : found->second.c_str();
  }
  static void* memory(void* context, std::size_t bytes) {
    auto& own = self(context).own_;
    try {
      own.push_back(std::make_unique<GuardedMemory>("its memory, piece " +
                                                        std::to_string(own.size()) + " of " +
                                                        std::to_string(bytes) + " bytes",
                                                    bytes));
      return own.back()->begin();
    } catch (...) {
      return nullptr;
    }
  }
  static void log(void* context, const char* line) {
    std::cerr << self(context).given_.library << ": " << (line ? line : "") << std::endl;
  }

  // The library is C: what is thrown waits until it has returned.
  static int begin(void* context, int stage) {
    LibraryAlgorithm& it = self(context);
    try {
      if (stage < 0 || static_cast<std::size_t>(stage) >= it.given_.stages.size())
        it.fail("begin of a stage " + std::to_string(stage) + ", which the library did not name");
      if (it.open_stage_ >= 0)
        it.fail("begin of the stage '" + it.name(stage) + "' within '" + it.name(it.open_stage_) +
                "'");
      it.open_stage_ = stage;
      return it.watched_by_->begin(stage);
    } catch (...) {
      it.keep_thrown();
      return 1;
    }
  }
  static void end(void* context, int stage) {
    LibraryAlgorithm& it = self(context);
    try {
      if (stage != it.open_stage_)
        it.fail("end of a stage " + std::to_string(stage) + " that was not begun");
      it.open_stage_ = -1;
      it.watched_by_->end(stage);
    } catch (...) {
      it.keep_thrown();
    }
  }

  void keep_thrown() {
    if (!thrown_) thrown_ = std::current_exception();
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error(given_.library + ": " + what);
  }
  std::string name(int stage) const { return given_.ids[stage]; }

  std::string last_error() const {
    const char* const said = api_.last_error(instance_);
    return said && *said ? said : "the library does not say why";
  }

  template <typename Call>
  void call(const char* function, const Call& body) {
    int code = TYCHO_OK;
    now_within(function);
    try {
      code = body();
    } catch (const std::exception& error) {
      now_within(nullptr);
      fail(std::string(function) + " threw: " + error.what());
    } catch (...) {
      now_within(nullptr);
      fail(std::string(function) + " threw something");
    }
    now_within(nullptr);
    if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
    if (code == TYCHO_OK) return;
    if (code == TYCHO_UNAVAILABLE) throw Unavailable(given_.library + ": " + last_error());
    if (code == TYCHO_FAILED) fail(std::string(function) + ": " + last_error());
    fail(std::string(function) + " returned " + std::to_string(code) +
         ", which is no code of tycho/implementation.h");
  }

  void create(std::size_t particles) {
    in_ = std::make_unique<GuardedParticles>("the particles to load", particles);
    out_ = std::make_unique<GuardedParticles>("the particles to store", particles);
    call("create", [&] {
      return api_.create(&host_, given_.number, static_cast<std::int64_t>(particles), &instance_);
    });
    if (!instance_) fail("create returned no instance");
    if (!clock_) create_clock();
  }

  void create_clock() {
    if (given_.variant.place == TYCHO_CPU) {
      clock_ = std::make_unique<HostClock>();
      return;
    }
    if (!instance_) fail("has no stream before its particles are loaded");
    auto on_stream = given_.clock(api_.stream(instance_));
    stream_ = on_stream.get();
    clock_ = std::move(on_stream);
  }

  /// Steps that are timed by the stream and by the host, with all streams waited for; then one of
  /// which nothing may be done yet, since the stream is held up. In this order: the first launch of
  /// a kernel may wait for the device by itself. The particles are loaded anew afterwards.
  void require_honest_stream() {
    SilentTimer silent(given_.stages);
    double by_stream = 0, by_host = 0;
    for (int step = 0; step < 3; ++step) {
      stream_->clear();
      const auto start = HostTime::now();
      const int first = stream_->mark();
      advance(silent);
      const int last = stream_->mark();
      stream_->wait_for_all();
      by_host = seconds_since(start);
      by_stream = stream_->between(first, last).count();
    }
    stream_->clear();
    constexpr double kNoise = 5e-4;
    if (by_host > 3 * by_stream + kNoise)
      fail("the stream it names was busy for " + std::to_string(by_stream) + " s of a step of " +
           std::to_string(by_host) + " s: its work is in another stream");
    if (given_.variant.waits) return;
    stream_->hold();
    advance(silent);
    if (!stream_->release())
      fail("advance waits for its stream, and the variant does not say so (waits)");
    stream_->wait_for_all();
  }

  void load_once(const Particles& particles) {
    if (particles.size() != in_->size())
      throw UsageError(given_.library + ": made for " + std::to_string(in_->size()) +
                       " particles and given " + std::to_string(particles.size()));
    open();
    in_->allow(Access::kWrite);
    in_->fill(particles);
    in_->allow(Access::kRead);
    call("load", [&] { return api_.load(instance_, &in_->view()); });
    in_->allow(Access::kNone);
    require_whole();
    loaded_.emplace(particles, settings_.dt());
    stepped_ = false;
    masses_.emplace(particles);
    ids_ = particles.id;
    std::sort(ids_.begin(), ids_.end());
  }

  void open() {
    if (!std::exchange(closed_, false)) return;
    for (const auto& piece : own_) piece->allow(Access::kWrite);
  }
  void close() {
    if (std::exchange(closed_, true)) return;
    for (const auto& piece : own_) piece->allow(Access::kNone);
  }
  void require_whole() const {
    for (const auto& piece : own_) piece->require_whole();
  }

  /// Returns the seconds that the library took.
  double store_into_out() {
    open();
    out_->allow(Access::kWrite);
    out_->fill_with_nan();
    const auto start = HostTime::now();
    call("store", [&] { return api_.store(instance_, &out_->view()); });
    const double seconds = seconds_since(start);
    out_->require_whole();
    require_whole();
    return seconds;
  }

  /// After a verified step: stores at once, closes the memory for a moment, and stores again.
  void require_rest(double step_s) {
    Particles first(out_->size());
    const double first_s = store_into_out();
    out_->copy_to(first);
    close();
    std::this_thread::sleep_for(kRest);
    const double second_s = store_into_out();
    if (!out_->same_bits(first))
      fail("the particles changed when advance had returned: something of it still runs");
    // Seconds that another process may have the core for: now and then, and seldom.
    constexpr double kNoise = 2e-3, kLongestNoise = 5e-2;
    const double later_s = first_s - second_s;
    const bool late = later_s > std::max(step_s, kNoise) && first_s > 4 * second_s;
    late_stores_ = late ? late_stores_ + 1 : 0;
    if (late_stores_ > 1 || (late && later_s > kLongestNoise))
      fail("store did work that advance had left: it took " + std::to_string(first_s) +
           " s, once more " + std::to_string(second_s) + " s, and the step " +
           std::to_string(step_s) + " s");
    require_moved(first);
    close();
  }

  /// After the first step behind a load whose particles are looked at.
  void require_moved(const Particles& p) {
    if (!loaded_ || !stepped_) return;
    if (loaded_->unmoved(p))
      fail("advance moved nothing: every place and velocity is as it was loaded");
    loaded_.reset();
  }

  void require_sound(const Particles& p) const {
    std::vector<std::uint64_t> ids = p.id;
    std::sort(ids.begin(), ids.end());
    if (ids != ids_) {
      std::vector<std::uint64_t> lost;
      std::set_difference(ids_.begin(), ids_.end(), ids.begin(), ids.end(),
                          std::back_inserter(lost));
      fail("store gave other particles back than were loaded: " + std::to_string(lost.size()) +
           " are lost" + (lost.empty() ? "" : ", first that of id " + std::to_string(lost[0])));
    }
    const std::pair<const std::vector<double>*, const char*> fields[] = {
        {&p.mass, "mass"}, {&p.x, "x"},   {&p.y, "y"},  {&p.z, "z"},
        {&p.vx, "vx"},     {&p.vy, "vy"}, {&p.vz, "vz"}};
    for (const auto& [values, field] : fields)
      for (std::size_t i = 0; i < values->size(); ++i)
        if (!std::isfinite((*values)[i]))
          fail(std::string("store left a NaN or an infinity in ") + field +
               " of the particle of id " + std::to_string(p.id[i]));
    if (const auto i = masses_->other(p))
      fail("store gave the particle of id " + std::to_string(p.id[*i]) +
           " another mass than it was loaded with");
  }

  const Given& given_;
  Settings settings_;
  const tycho_library& api_;
  tycho_host host_{};
  tycho_timer timer_{};
  std::vector<std::unique_ptr<GuardedMemory>> own_;
  std::unique_ptr<GuardedParticles> in_, out_;
  void* instance_ = nullptr;
  std::unique_ptr<Clock> clock_;
  StreamClock* stream_ = nullptr;   // clock_ where it is that of a stream
  std::vector<std::uint64_t> ids_;  // as loaded, sorted
  std::optional<LoadedMasses> masses_;
  bool stepped_ = false;               // since the load
  std::optional<LoadedState> loaded_;  // until a step was seen to move

  StageTimer* watched_by_ = nullptr;
  int open_stage_ = -1;
  std::exception_ptr thrown_;
  bool closed_ = false;
  int late_stores_ = 0;  // how many of the last steps left work to the store behind them
};

}  // namespace

std::unique_ptr<Algorithm> make_algorithm(const Given& given, const Settings& settings) {
  return std::make_unique<LibraryAlgorithm>(given, settings);
}

}  // namespace tycho::library
