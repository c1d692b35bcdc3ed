// An algorithm whose process is killed on its way.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/algorithm.hpp"

namespace tycho {

struct Killed {};

/// What a process takes before it is killed in the next; -1: it lives on.
struct Life {
  int steps = -1, parts = -1;
};

/// An algorithm whose process is killed in one of its steps, or in a part of one.
class Mortal final : public Algorithm {
 public:
  Mortal(std::unique_ptr<Algorithm> own, Life left) : own_(std::move(own)), left_(left) {}

  void load(const Particles& particles) override { own_->load(particles); }
  void advance(StageTimer& timer) override {
    while (!advance_part(timer)) {
    }
  }
  bool advance_part(StageTimer& timer) override {
    if (left_.parts-- == 0 || (!within_ && left_.steps-- == 0)) throw Killed();
    within_ = !own_->advance_part(timer);
    ++parts;
    return !within_;
  }
  int parts = 0;  // taken
  void store(Particles& particles) override { own_->store(particles); }
  Clock& clock() override { return own_->clock(); }
  std::vector<double> field(std::string_view name) override { return own_->field(name); }
  std::vector<double> checkpoint() override { return own_->checkpoint(); }
  void restore(const Particles& particles, std::span<const double> checkpoint) override {
    own_->restore(particles, checkpoint);
  }
  std::vector<double> counted() override { return own_->counted(); }
  void recount(std::span<const double> counted) override { own_->recount(counted); }
  double work_share(int stage) const override { return own_->work_share(stage); }
  std::map<std::string, double> counters() const override { return own_->counters(); }

 private:
  std::unique_ptr<Algorithm> own_;
  Life left_;
  bool within_ = false;
};

}  // namespace tycho
