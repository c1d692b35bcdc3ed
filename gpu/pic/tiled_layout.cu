// The layout `tiled`: buffers, room and the order of launches.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "core/available_threads.hpp"
#include "core/contracts/pic.hpp"
#include "core/error.hpp"
#include "core/large_array.hpp"
#include "core/parallel_for.hpp"
#include "gpu/pic/charge_sums.hpp"
#include "gpu/pic/layout.hpp"
#include "gpu/pic/room.hpp"
#include "gpu/pic/tile_reorder.hpp"
#include "gpu/pic/tile_stages.hpp"
#include "gpu/support/buffer.hpp"

namespace tycho::gpu::pic {

namespace {

using tycho::pic::kDeposit;
using tycho::pic::kGuardAdd;
using tycho::pic::kPushDepositReorder;

template <typename Real>
struct TileBuffers {
  TileGrid grid{};
  int capacity = 0, out_capacity = 0;
  Buffer<TileParticle<Real>> particles, out_particles;
  Buffer<std::uint32_t> ids, out_ids;
  Buffer<Departure> out_slots;
  Buffer<int> counts, out_counts, arrived;

  TileBuffers() = default;
  TileBuffers(const TileGrid& g, int room, int out_room, Stream& stream)
      : grid(g), capacity(room), out_capacity(out_room) {
    const std::size_t tiles = grid.tiles(), slots = tiles * room, departures = tiles * out_room;
    require_memory((slots + departures) * (sizeof(TileParticle<Real>) + 8), "pic");
    particles = Buffer<TileParticle<Real>>(slots, stream);
    ids = Buffer<std::uint32_t>(slots, stream);
    out_particles = Buffer<TileParticle<Real>>(departures, stream);
    out_ids = Buffer<std::uint32_t>(departures, stream);
    out_slots = Buffer<Departure>(departures, stream);
    for (auto* numbers : {&counts, &out_counts, &arrived}) {
      *numbers = Buffer<int>(tiles, stream);
      numbers->zero(stream);
    }
  }

  TilesView<Real> view() {
    return {grid,
            capacity,
            out_capacity,
            particles.data(),
            ids.data(),
            counts.data(),
            out_particles.data(),
            out_ids.data(),
            out_slots.data(),
            out_counts.data(),
            arrived.data()};
  }
};

enum class SumKind { kWhole32, kWhole64, kReal };

template <typename Real>
class Tiled final : public Layout<Real> {
 public:
  Tiled(const Options& options, Stream& stream)
      : options_(options),
        stream_(stream),
        grid_{options.tile_x, options.tile_y, options.nx / options.tile_x,
              options.ny / options.tile_y},
        dt_(static_cast<Real>(options.dt)),
        threads_(options.threads_per_tile) {}

  void load(const CellLists<Real>& p) override {
    particles_ = p.size();
    const double mean = static_cast<double>(p.size()) / grid_.tiles();
    std::vector<int> counts(grid_.tiles(), 0);
    for (int c = 0; c < p.nx * p.ny; ++c) counts[tile_of(c)] += p.count(c);
    const int most = *std::max_element(counts.begin(), counts.end());
    if (buffers_.counts.size() == 0 || buffers_.capacity < most) {
      const double room = options_.group_room, buffer = options_.buffer_room;
      const int wanted = room > 0 ? static_cast<int>(std::ceil(room * mean)) : ample(mean);
      const int capacity = std::max(wanted, most);
      const int out =
          buffer > 0 ? static_cast<int>(std::ceil(buffer * capacity)) : ample(2 * leaving(mean));
      buffers_ = TileBuffers<Real>();
      reserve(capacity, out);
      kind_ = !options_.deterministic ? SumKind::kReal
              : sizeof(Real) == 4     ? SumKind::kWhole32
                                      : SumKind::kWhole64;
      bits_ = share_bits<Real>(8 * static_cast<double>(p.size()) / (p.nx * double(p.ny)));
      make_sums();
    }

    // The first particle of every cell, then the second of every cell, and so on: neighbouring
    // threads then work on neighbouring cells, whose sums are in different banks of memory.
    auto particles = large_array<TileParticle<Real>>(buffers_.particles.size());
    auto ids = large_array<std::uint32_t>(buffers_.ids.size());
    parallel_for(grid_.tiles(), available_threads(), [&](int tile) {
      std::int64_t to = static_cast<std::int64_t>(tile) * buffers_.capacity;
      const std::int64_t end = to + counts[tile];
      for (int round = 0; to < end; ++round)
        for (int c = 0; c < grid_.cells_of_tile(); ++c) {
          const int in_x = c % grid_.side_x, in_y = c / grid_.side_x;
          const int cell = corner(tile) + in_x + p.nx * in_y;
          if (round >= p.count(cell)) continue;
          const std::int64_t i = p.first[cell] + round;
          particles[to] = {in_x * kCell<Real> + within(p.dx[i]),
                           in_y * kCell<Real> + within(p.dy[i]), p.vx[i], p.vy[i]};
          ids[to++] = p.id[i];
        }
    });
    buffers_.particles.upload(particles, stream_);
    buffers_.ids.upload(ids, stream_);
    buffers_.counts.upload(counts, stream_);
    stream_.wait();  // the host copies end here
  }

  HeldParticles<Real> contents() override {
    const auto particles = buffers_.particles.download(stream_);
    const auto ids = buffers_.ids.download(stream_);
    const auto counts = buffers_.counts.download(stream_);
    std::vector<std::size_t> first(grid_.tiles() + 1, 0);
    std::partial_sum(counts.begin(), counts.end(), first.begin() + 1, std::plus<std::size_t>());
    HeldParticles<Real> held;
    held.resize(first.back());
    parallel_for(grid_.tiles(), available_threads(), [&](int tile) {
      for (int s = 0; s < counts[tile]; ++s) {
        const std::int64_t at = static_cast<std::int64_t>(tile) * buffers_.capacity + s;
        const TileParticle<Real>& p = particles[at];
        const int cell = corner(tile) + cell_of<Real>(p.x) + grid_.nx() * cell_of<Real>(p.y);
        held.set(first[tile] + s, ids[at], cell, tile, fraction_of<Real>(p.x),
                 fraction_of<Real>(p.y), p.vx, p.vy);
      }
    });
    return held;
  }

  void run(int stage, const StageArguments<Real>& with) override {
    if (stage == kDeposit) return add_charge(false, with);
    if (stage == kGuardAdd) return add_guards(with);
    if (stage != kPushDepositReorder) throw std::logic_error("no stage of the layout tiled");
    with_sums([&](auto* sums) {
      push_deposit(buffers_.view(), with.field, sums, dt_, one(), threads_, with.launches.next(),
                   stream_);
    });
    take_over(with);
  }

  void make_room(const Halted& halted) override {
    const Need& need = halted.need;
    if (need.reasons & (kGroupFull | kOutgoingFull)) ++redone_;
    if (need.reasons & kGroupFull)
      reserve(grown(buffers_.capacity, need.group), buffers_.out_capacity);
    if (need.reasons & kOutgoingFull)
      reserve(buffers_.capacity, grown(buffers_.out_capacity, need.outgoing));
    if (need.reasons & kSumsFull) {
      ++growths_;
      if (kind_ == SumKind::kWhole32)
        kind_ = SumKind::kWhole64;
      else
        bits_ -= 8;
      make_sums();
    }
  }

  void finish(const Halted& halted, const StageArguments<Real>& with) override {
    const bool pushed = halted.stage == kPushDepositReorder;
    if (halted.need.reasons & kOutgoingFull)
      list_departures(buffers_.view(), dt_, threads_, with.launches.next(), stream_);
    if (halted.need.reasons & kSumsFull) add_charge(pushed, with);
    if (pushed) take_over(with);
  }

  std::map<std::string, double> counters() const override {
    return {{"capacity_growths", growths_},
            {"redone_reorders", redone_},
            {"group_capacity", buffers_.capacity},
            {"outgoing_capacity", buffers_.out_capacity}};
  }

 private:
  int tile_of(int cell) const {
    return cell % grid_.nx() / grid_.side_x + grid_.tiles_x * (cell / grid_.nx() / grid_.side_y);
  }
  /// The cell in the lower left corner of a tile.
  int corner(int tile) const {
    return tile % grid_.tiles_x * grid_.side_x + grid_.nx() * (tile / grid_.tiles_x * grid_.side_y);
  }
  /// Kept below the cell's upper edge, which would be another cell.
  static Fixed<Real> within(Real offset) { return std::min(to_fixed(offset), kCell<Real> - 1); }

  /// Particles of a tile's `mean` that leave it in a step.
  double leaving(double mean) const {
    return 0.5 * tycho::pic::leaving_share(options_) * mean *
           (1.0 / grid_.side_x + 1.0 / grid_.side_y);
  }

  Real one() const { return kind_ == SumKind::kReal ? Real(1) : std::ldexp(Real(1), bits_); }

  void reserve(int capacity, int out_capacity) {
    if (capacity > kMostInTile)
      throw Unavailable("a tile cannot hold " + std::to_string(capacity) +
                        " particles: take smaller tiles");
    TileBuffers<Real> larger(grid_, capacity, out_capacity, stream_);
    if (buffers_.counts.size() > 0) {
      copy_tiles(buffers_.view(), larger.view(), stream_);
      ++growths_;
    }
    buffers_ = std::move(larger);
    lists_ = reorder_in_shared_memory(out_capacity)
                 ? Buffer<int>()
                 : Buffer<int>(grid_.tiles() * reorder_lists(out_capacity), stream_);
  }

  void make_sums() {
    const std::size_t bytes = kind_ == SumKind::kWhole32   ? sizeof(unsigned)
                              : kind_ == SumKind::kWhole64 ? sizeof(unsigned long long)
                                                           : sizeof(Real);
    sums_ = Buffer<unsigned char>(std::size_t(grid_.tiles()) * grid_.sums() * bytes, stream_);
  }

  template <typename Body>
  void with_sums(Body&& body) {
    if (kind_ == SumKind::kReal) return body(reinterpret_cast<Real*>(sums_.data()));
    if (kind_ == SumKind::kWhole64)
      return body(reinterpret_cast<unsigned long long*>(sums_.data()));
    if constexpr (sizeof(Real) == 4) body(reinterpret_cast<unsigned*>(sums_.data()));
  }

  void add_charge(bool after_push, const StageArguments<Real>& with) {
    with_sums([&](auto* sums) {
      deposit(buffers_.view(), sums, dt_, one(), after_push, threads_, with.launches.next(),
              stream_);
    });
  }
  void add_guards(const StageArguments<Real>& with) {
    const double charge = -tycho::pic::particle_mass(options_, particles_) / one();
    with_sums([&](const auto* sums) {
      guard_add(grid_, sums, with.density, charge, with.launches.next(), stream_);
    });
  }
  void take_over(const StageArguments<Real>& with) {
    reorder(buffers_.view(), lists_.data(), with.launches.next(), stream_);
  }

  Options options_;
  Stream& stream_;
  TileGrid grid_;
  Real dt_;
  int threads_;
  std::int64_t particles_ = 0;
  TileBuffers<Real> buffers_;
  Buffer<int> lists_;
  SumKind kind_ = SumKind::kReal;
  int bits_ = 0;
  Buffer<unsigned char> sums_;
  double growths_ = 0, redone_ = 0;
};

}  // namespace

template <typename Real>
std::unique_ptr<Layout<Real>> make_tiled(const Options& options, Stream& stream) {
  return std::make_unique<Tiled<Real>>(options, stream);
}

template std::unique_ptr<Layout<float>> make_tiled(const Options&, Stream&);
template std::unique_ptr<Layout<double>> make_tiled(const Options&, Stream&);

}  // namespace tycho::gpu::pic
