#include "g6/client/grape.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>

#include "core/error.hpp"
#include "tycho_g6.h"

namespace tycho::g6::client {

namespace {

void require(int code, const char* call) {
  if (code == TYCHO_G6_OK) return;
  const std::string what = std::string(call) + " returned " + std::to_string(code);
  if (code == TYCHO_G6_NO_DEVICE || code == TYCHO_G6_NO_MEMORY)
    throw Unavailable(what + ": the library's message says why");
  throw std::runtime_error(what);
}

using Rows = double (*)[3];
Rows rows(std::vector<double>& values, std::size_t first) {
  return reinterpret_cast<Rows>(values.data() + 3 * first);
}

}  // namespace

void Block::resize(std::size_t n) {
  index.resize(n);
  neighbour.resize(n);
  pot.resize(n);
  for (auto* vectors : {&x, &v, &acc, &jerk}) vectors->resize(3 * n);
}

Grape::Grape(const Engine& engine)
    : g6_(engine.library.empty() ? own_symbols() : symbols_of(engine.library)) {
  static std::atomic<int> next{0};
  cluster_ = g6_.codes ? next++ : 0;
  setenv("TYCHO_G6_ENGINE", engine.name.c_str(), 1);
  if (!engine.precision.empty()) setenv("TYCHO_G6_PRECISION", engine.precision.c_str(), 1);
  if (engine.threads > 0) setenv("TYCHO_G6_THREADS", std::to_string(engine.threads).c_str(), 1);
  const int opened = g6_.open(&cluster_);
  if (g6_.codes) require(opened, "g6_open_");
  pipes_ = g6_.npipes();
  if (pipes_ < 1) throw std::runtime_error("g6_npipes_ returned " + std::to_string(pipes_));
}

Grape::~Grape() { g6_.close(&cluster_); }

void Grape::send(int address, double t, double dt, double mass, const Vec3<double>& x,
                 const Vec3<double>& v, const Vec3<double>& acc, const Vec3<double>& jerk,
                 const Vec3<double>& snap) {
  double position[] = {x.x, x.y, x.z}, velocity[] = {v.x, v.y, v.z};
  // Products, since a client pays for divisions with every particle it moved.
  const auto scaled = [](const Vec3<double>& a, double by) {
    return std::array{a.x * by, a.y * by, a.z * by};
  };
  auto aby2 = scaled(acc, 1.0 / 2), a1by6 = scaled(jerk, 1.0 / 6), a2by18 = scaled(snap, 1.0 / 18);
  const int code = g6_.set_j_particle(&cluster_, &address, &address, &t, &dt, &mass, a2by18.data(),
                                      a1by6.data(), aby2.data(), velocity, position);
  if (g6_.codes) require(code, "g6_set_j_particle_");
}

void Grape::set_time(double t) {
  const int code = g6_.set_ti(&cluster_, &t);
  if (g6_.codes) require(code, "g6_set_ti_");
}

// A library by others may look at h2, which this project's need not be given.
double* Grape::no_neighbours(int ni) {
  if (g6_.codes) return nullptr;
  h2_.assign(static_cast<std::size_t>(ni), 0.0);
  return h2_.data();
}

void Grape::pull(int count, double softening_sq, Block& block) {
  for (std::size_t first = 0; first < block.size(); first += pipes_) {
    int ni = static_cast<int>(std::min<std::size_t>(pipes_, block.size() - first));
    // The forces of the last time are what these arrays still hold: hints for the old hardware.
    double* const h2 = no_neighbours(ni);
    g6_.firsthalf(&cluster_, &count, &ni, &block.index[first], rows(block.x, first),
                  rows(block.v, first), rows(block.acc, first), rows(block.jerk, first),
                  &block.pot[first], &softening_sq, h2);
    require(g6_.lasthalf2(&cluster_, &count, &ni, &block.index[first], rows(block.x, first),
                          rows(block.v, first), &softening_sq, h2, rows(block.acc, first),
                          rows(block.jerk, first), &block.pot[first], &block.neighbour[first]),
            "g6calc_lasthalf2_");
  }
}

}  // namespace tycho::g6::client
