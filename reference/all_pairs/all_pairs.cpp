#include "reference/all_pairs/all_pairs.hpp"

#include <cmath>
#include <limits>

#include "core/contracts/all_pairs.hpp"
#include "reference/all_pairs/bodies.hpp"

namespace tycho::reference::all_pairs {

namespace {

using namespace tycho::all_pairs;

template <typename Real>
class AllPairs final : public Algorithm {
 public:
  explicit AllPairs(const Settings& settings)
      : step_(static_cast<Real>(settings.number("dt"))),
        softening_(static_cast<Real>(settings.number("softening"))),
        loop_(settings.choice("loop")),
        threads_(settings.threads()) {
    if (loop_ == "symmetric" && threads_ != 1)
      throw UsageError("loop = symmetric runs on one thread: two threads would add to one body");
  }

  void load(const Particles& p) override {
    const auto cast = [](const std::vector<double>& from) {
      return std::vector<Real>(from.begin(), from.end());
    };
    const std::vector<Real> unwritten(p.size(), std::numeric_limits<Real>::quiet_NaN());
    bodies_ = {cast(p.mass), cast(p.x),  cast(p.y), cast(p.z), cast(p.vx),
               cast(p.vy),   cast(p.vz), unwritten, unwritten, unwritten};
    ids_ = p.id;
    evaluate();
  }

  void advance(StageTimer& timer) override {
    stage(timer, kKick, [&] { kick(bodies_, step_ / 2, threads_); });
    stage(timer, kDrift, [&] { drift(bodies_, step_, threads_); });
    stage(timer, kForce, [&] { evaluate(); });
    stage(timer, kKick, [&] { kick(bodies_, step_ / 2, threads_); });
  }

  void store(Particles& p) override {
    const auto cast = [](const std::vector<Real>& from) {
      return std::vector<double>(from.begin(), from.end());
    };
    p.mass = cast(bodies_.mass);
    p.x = cast(bodies_.x);
    p.y = cast(bodies_.y);
    p.z = cast(bodies_.z);
    p.vx = cast(bodies_.vx);
    p.vy = cast(bodies_.vy);
    p.vz = cast(bodies_.vz);
    p.ax = cast(bodies_.ax);
    p.ay = cast(bodies_.ay);
    p.az = cast(bodies_.az);
    p.id = ids_;
  }

  Clock& clock() override { return clock_; }

 private:
  void evaluate() {
    if (loop_ == "plain")
      force(bodies_, softening_, threads_);
    else if (loop_ == "symmetric")
      force_symmetric(bodies_, softening_);
    else
      force_best(bodies_, softening_, threads_);
  }

  Real step_, softening_;
  std::string loop_;
  int threads_;
  Bodies<Real> bodies_;
  std::vector<std::uint64_t> ids_;
  HostClock clock_;
};

}  // namespace

std::unique_ptr<Algorithm> make(const Settings& settings) {
  if (settings.chosen("precision", "fp32")) return std::make_unique<AllPairs<float>>(settings);
  return std::make_unique<AllPairs<double>>(settings);
}

}  // namespace tycho::reference::all_pairs
