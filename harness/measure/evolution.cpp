#include "harness/measure/evolution.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "harness/analysis/density_modes.hpp"
#include "harness/measure/agreed.hpp"
#include "harness/measure/checkpoint.hpp"
#include "harness/measure/picture_steps.hpp"
#include "harness/measure/way.hpp"
#include "harness/measure/way_windows.hpp"

namespace tycho::measure {

namespace {

// A close encounter is shorter than the distance between two kept points: look more often.
constexpr int kLooksPerPoint = 5;
// From this number on particles are for meshes, in which there is no close encounter, and a look
// takes longer than the steps between two looks.
constexpr std::size_t kManyParticles = 100'000;
// How far a picture of a galaxy reaches, in half-mass radii of its disc.
constexpr double kPictureRadii = 3.5;

/// The particles as they are now, fetched once where somebody looks at them.
class Now {
 public:
  Now(Algorithm& algorithm, const Particles& initial)
      : algorithm_(algorithm), initial_(initial), at_start_(true) {}

  const Particles& operator()() {
    if (at_start_) return initial_;
    if (fetched_) return particles_;
    if (particles_.size() != initial_.size()) particles_ = Particles(initial_.size());
    particles_.poison();
    algorithm_.store(particles_);
    fetched_ = true;
    return particles_;
  }
  void moved() { at_start_ = fetched_ = false; }
  Particles taken() {
    moved();
    (*this)();
    return std::move(particles_);
  }

 private:
  Algorithm& algorithm_;
  const Particles& initial_;
  Particles particles_;
  bool at_start_, fetched_ = false;
};

/// An evolution on its way: what is looked at, and what is made of it.
class Evolving {
 public:
  Evolving(Algorithm& algorithm, const Particles& initial, Looks looked, double dt,
           std::int64_t looks, std::int64_t steps)
      : algorithm_(algorithm),
        initial_(initial),
        looked_(std::move(looked)),
        dt_(dt),
        steps_(steps),
        now_(algorithm, initial),
        crossings_(looked_.box),
        result_(looks) {
    for (const std::int64_t step : even_picture_steps(looked_.pictures, looks, steps))
      looked_.picture_steps.push_back(step);
    std::sort(looked_.picture_steps.begin(), looked_.picture_steps.end());
  }

  Evolution& result() { return result_; }
  Now& now() { return now_; }
  const Looks& looked() const { return looked_; }

  /// At the initial state.
  void begin() {
    if (looked_.energy_error) looked_.energy_error(initial_);
    if (keeps_orbits())
      for (auto* component : {&result_.x, &result_.y, &result_.z})
        component->resize(initial_.size());
    keep(0, 0);
    take_shape(0);
    take_picture();
    take_mode(0);
    take_growth(0);
  }
  /// Where an earlier sitting was kept.
  void begin(const Checkpoint& kept) {
    take_way(kept.way.at("way"), result_, looked_.energy_error);
    algorithm_.restore(initial_, kept.state);
    algorithm_.recount(kept.way.at("counted").get<std::vector<double>>());
    now_.moved();
  }
  nlohmann::json way() {
    return {{"way", way_of(result_, looked_.energy_error)}, {"counted", algorithm_.counted()}};
  }
  /// Whether a state with its way is all that a later sitting needs: bodies that cross a box's
  /// walls are followed one by one.
  bool can_be_kept() const { return looked_.box <= 0 || initial_.species.empty(); }

  void look() {
    const double t = time();
    const double error = looked_.energy_error
                             ? looked_.energy_error([&]() -> const Particles& { return now_(); })
                             : 0;
    if (looked_.energy_error) result_.energy_error.emplace_back(t, error);
    take_mode(t);
    take_growth(t);
    take_shape(t);
    // NaN, which compares false, stays.
    if (!std::isnan(result_.worst) && !(std::abs(error) <= std::abs(result_.worst)))
      result_.worst = error;
    take_picture();
    take_waves();
  }
  /// The first step from here on after which a picture or waves are taken; none: beyond all steps.
  std::int64_t next_taken() const {
    const std::int64_t evolved = result_.timing.evolved;
    const auto& steps = looked_.picture_steps;
    const auto picture = std::upper_bound(steps.begin(), steps.end(), evolved);
    std::int64_t next =
        picture == steps.end() ? std::numeric_limits<std::int64_t>::max() : *picture;
    for (const auto& [step, asked] : looked_.waves)
      if (step > evolved) next = std::min(next, step);
    return next;
  }
  void take_between_looks() {
    take_picture();
    take_waves();
  }
  /// Where one is due after this step. A galaxy's is about the middle that its last look found.
  void take_picture() {
    const std::int64_t step = result_.timing.evolved;
    const auto& due = looked_.picture_steps;
    if (!std::binary_search(due.begin(), due.end(), step)) return;
    const Detail detail = step == steps_ ? Detail::kLast : Detail::kOnTheWay;
    const double t = time();
    // A run that ends between two looks has its last look at a step that may have been pictured.
    if (!result_.pictures.empty() && result_.pictures.back().t == t) return;
    const Particles& particles = now_();
    const std::vector<double> scale_factor = algorithm_.field("scale_factor");
    const Picture picture =
        !scale_factor.empty()
            ? slice_along_z(particles, looked_.box, scale_factor.front(), t, detail)
        : species_.empty()
            ? seen_along_z(algorithm_, t)
            : stars_along_z(particles, species_, result_.components.back().middle,
                            kPictureRadii * result_.components.front().half_mass.back(), t, detail);
    if (picture.side > 0) result_.pictures.push_back(recorded(picture));
  }
  /// Where they are due after this step.
  void take_waves() {
    for (auto [step, seen] : looked_.waves) {
      if (step != result_.timing.evolved) continue;
      seen.waves = analysis::density_modes(now_(), looked_.box, seen.modes);
      seen.scale_factor = algorithm_.field("scale_factor").at(0);
      result_.waves.push_back(std::move(seen));
    }
  }
  void keep_point() { keep(time(), std::exchange(result_.worst, 0)); }

 private:
  double time() const { return dt_ * static_cast<double>(result_.timing.evolved); }
  bool keeps_orbits() const { return initial_.size() <= kMostOrbits; }

  void keep(double t, double error) {
    result_.kept_t.push_back(t);
    if (looked_.energy_error) result_.kept_error.push_back(error);
    if (!keeps_orbits()) return;
    const Particles& particles = now_();
    for (std::size_t i = 0; i < particles.size(); ++i) {
      result_.x[i].push_back(particles.x[i]);
      result_.y[i].push_back(particles.y[i]);
      result_.z[i].push_back(particles.z[i]);
    }
  }

  /// A galaxy's bodies are told apart, and its shape is followed.
  void take_shape(double t) {
    if (initial_.species.empty()) return;
    const Particles& particles = now_();
    species_ = checks::species_of(initial_, particles);
    result_.components.push_back(checks::components(particles, species_, t));
    if (looked_.box > 0) result_.components.back().crossed = crossings_.look(particles);
  }
  void take_mode(double t) {
    if (!looked_.mode) return;
    now_();  // the mode is that of the state last stored
    result_.mode.emplace_back(t, looked_.mode());
  }

  void take_growth(double t) {
    if (looked_.modes == 0) return;
    if (at_start_.empty())
      at_start_ = analysis::density_modes(initial_, looked_.box, looked_.modes);
    const auto waves = analysis::density_modes(now_(), looked_.box, looked_.modes);
    const double grown = analysis::growth_of(waves, at_start_);
    result_.growth.emplace_back(t, grown / looked_.linear_growth(t));
  }

  Algorithm& algorithm_;
  const Particles& initial_;
  Looks looked_;
  double dt_;
  std::int64_t steps_;
  Now now_;
  std::vector<std::uint8_t> species_;
  std::vector<std::complex<double>> at_start_;  // the waves that are followed
  checks::Crossings crossings_;
  Evolution result_;
};

/// Steps until the next state is due to be kept, by the time that the last ones took.
std::int64_t until_kept(const KeepingTime& keeping, const Timing& timing) {
  if (timing.step_s.empty()) return 1;
  return std::max<std::int64_t>(
      1, static_cast<std::int64_t>(std::min(1e15, keeping.left() / timing.step_s.back())));
}

}  // namespace

Evolution evolve(Algorithm& algorithm, const Contract& contract, const Particles& initial,
                 Looks looks_at, double dt, std::int64_t steps, int points, const WayLimits& limits,
                 const Progress& progress, Ranks& ranks, const Sittings& sittings) {
  const int looks_per_point = initial.size() < kManyParticles ? kLooksPerPoint : 1;
  const std::int64_t looks =
      std::clamp<std::int64_t>(std::int64_t{points} * looks_per_point, 1, steps);
  Evolving evolving(algorithm, initial, std::move(looks_at), dt, looks, steps);
  const Looks& looked = evolving.looked();
  Evolution& result = evolving.result();
  Timing& timing = result.timing;
  timing.ranks = &ranks;
  timing.steps_per_window = steps / looks;
  KeepingTime keeping(sittings);
  bool keeps = keeping && evolving.can_be_kept();
  std::optional<Checkpoint> kept;
  if (keeps) kept = load_checkpoint(sittings.file, sittings.key);
  const bool marks = limits.marks || (kept && kept->way.contains("marked"));
  MarkedWay marked(algorithm, contract, timing);
  if (kept) {
    evolving.begin(*kept);
    if (marks && kept->way.contains("marked")) marked.go_on_from(kept->way.at("marked"));
    kept.reset();
  } else {
    algorithm.load(initial);
    evolving.begin();
  }

  WayWindows windows(algorithm, contract, marks ? &marked : nullptr, timing);
  const auto start = HostTime::now();
  const auto spent = [&] { return agreed_since(ranks, start); };
  const auto told = [&](std::int64_t taken) {
    progress("evolving", static_cast<double>(timing.evolved + taken) / static_cast<double>(steps));
  };
  const auto keep = [&] {
    told(0);  // this may be within a step of hours
    const auto began = HostTime::now();
    const std::vector<double> state = algorithm.checkpoint();
    keeps = !state.empty();  // not every algorithm has one
    if (!keeps) return;
    nlohmann::json way = evolving.way();
    if (marks) way["marked"] = marked.kept();
    keeping.keep(state, way, began);
  };
  // A step may be long: a state is kept within it, where the algorithm can give one.
  const Due due = keeps ? Due([&] { return keeps && keeping.left() == 0; }) : Due();
  for (std::int64_t look = 0; look < looks; ++look) {
    const std::int64_t until = steps * (look + 1) / looks;
    if (timing.evolved >= until) continue;  // in an earlier sitting
    bool cut = false;
    while (timing.evolved < until && !cut) {
      std::int64_t chunk = std::min(until, evolving.next_taken()) - timing.evolved;
      if (looked.every > 0) chunk = std::min(chunk, looked.every - timing.evolved % looked.every);
      if (keeps) chunk = std::min(chunk, until_kept(keeping, timing));
      if (limits.between_looks) {
        const double step_s = timing.step_s.empty() ? limits.step_s : timing.step_s.back();
        const double fitting =
            step_s > 0 ? std::max(1.0, (limits.seconds - spent()) / step_s) : 1.0;
        if (fitting < static_cast<double>(chunk)) chunk = static_cast<std::int64_t>(fitting);
      }
      if (!marks && !timing.open) result.kept.before(timing.windows.size(), algorithm);
      if (!windows.take(chunk, due, told)) {
        keep();
        continue;
      }
      evolving.now().moved();
      if (looked.every > 0 && timing.evolved % looked.every == 0)
        looked.keep(timing.evolved, evolving.now()());
      if (timing.evolved < until) evolving.take_between_looks();  // else the look does
      cut = limits.between_looks && spent() > limits.seconds;
      // At a look, the state is kept behind it.
      if (keeps && timing.evolved < until && keeping.left() == 0) keep();
    }

    evolving.look();
    const bool last_look = look + 1 == looks || cut;
    if ((look + 1) % looks_per_point == 0 || last_look) evolving.keep_point();
    told(0);
    // At the end, too: what comes behind the steps may take long.
    if (keeps && (keeping.left() == 0 || last_look)) keep();
    if (cut || (limits.seconds > 0 && spent() > limits.seconds)) break;
  }
  if (marks) marked.end();
  result.final = evolving.now().taken();
  return std::move(result);
}

}  // namespace tycho::measure
