// The layout `ordered`: buffers, room and the order of launches.
#include <algorithm>
#include <cmath>

#include "core/available_threads.hpp"
#include "core/contracts/pic.hpp"
#include "core/large_array.hpp"
#include "core/parallel_for.hpp"
#include "gpu/pic/layout.hpp"
#include "gpu/pic/ordered_stages.hpp"
#include "gpu/pic/room.hpp"
#include "gpu/support/buffer.hpp"

namespace tycho::gpu::pic {

namespace {

using namespace tycho::pic;

struct Room {
  int group = 0, holes = 0, outgoing = 0;
};

template <typename Real>
struct OrderedBuffers {
  Room room;
  Buffer<Real> coordinates, out;
  Buffer<std::uint32_t> ids, out_ids;
  Buffer<int> counts, buffered, hole_counts, holes, out_cells, out_counts, cursors;

  OrderedBuffers() = default;
  OrderedBuffers(std::size_t threads, std::size_t cells, const Room& given, Stream& stream)
      : room(given) {
    const std::size_t groups = threads * cells, slots = groups * room.group;
    const std::size_t leaving = threads * room.outgoing, left = groups * room.holes;
    require_memory(slots * (4 * sizeof(Real) + 4) + leaving * (4 * sizeof(Real) + 8) +
                       4 * (left + 3 * groups + 5 * threads),
                   "pic");
    coordinates = Buffer<Real>(4 * slots, stream);
    ids = Buffer<std::uint32_t>(slots, stream);
    holes = Buffer<int>(left, stream);
    out = Buffer<Real>(4 * leaving, stream);
    out_ids = Buffer<std::uint32_t>(leaving, stream);
    out_cells = Buffer<int>(leaving, stream);
    for (auto* numbers : {&counts, &buffered, &hole_counts}) *numbers = zeros(groups, stream);
    out_counts = zeros(threads, stream);
    cursors = zeros(threads * OrderedView<Real>::kCursors, stream);
  }

  OrderedView<Real> view(const PartitionView& partition) {
    return {partition,  room.group,     room.holes,       room.outgoing,      coordinates.data(),
            ids.data(), counts.data(),  buffered.data(),  hole_counts.data(), holes.data(),
            out.data(), out_ids.data(), out_cells.data(), out_counts.data(),  cursors.data()};
  }

 private:
  static Buffer<int> zeros(std::size_t n, Stream& stream) {
    Buffer<int> buffer(n, stream);
    buffer.zero(stream);
    return buffer;
  }
};

template <typename Real>
class Ordered final : public Layout<Real> {
 public:
  Ordered(const Options& options, Stream& stream)
      : options_(options), stream_(stream), dt_(static_cast<Real>(options.dt)) {
    const int nx = options.nx, ny = options.ny;
    const int cells = options.cells_per_thread, threads = nx * ny / cells;
    const Partition p = tycho::gpu::pic::partition(nx, ny, cells);
    first_ = Buffer<int>(p.first.size(), stream);
    last_ = Buffer<int>(p.last.size(), stream);
    around_ = Buffer<int>(p.around.size(), stream);
    first_.upload(p.first, stream);
    last_.upload(p.last, stream);
    around_.upload(p.around, stream);
    partition_ = {nx, ny, threads, cells, first_.data(), last_.data(), around_.data()};
    const std::size_t points = static_cast<std::size_t>(threads) * partition_.points();
    q_ = Buffer<Real>(points, stream);
    f_ = Buffer<Real>(2 * points, stream);
    stream.wait();  // the host copies end here
  }

  void load(const CellLists<Real>& p) override {
    particles_ = p.size();
    int most = 0;
    for (int c = 0; c < p.nx * p.ny; ++c) most = std::max(most, p.count(c));
    if (buffers_.room.group == 0 || buffers_.room.group < most) {
      buffers_ = OrderedBuffers<Real>();
      buffers_ =
          OrderedBuffers<Real>(partition_.threads, partition_.cells, first_room(most), stream_);
    }
    for (auto* numbers :
         {&buffers_.buffered, &buffers_.hole_counts, &buffers_.out_counts, &buffers_.cursors})
      numbers->zero(stream_);

    const OrderedView<Real> view = buffers_.view(partition_);
    std::vector<Real> coordinates = large_array<Real>(buffers_.coordinates.size());
    std::vector<std::uint32_t> ids = large_array<std::uint32_t>(buffers_.ids.size());
    std::vector<int> counts(buffers_.counts.size());
    parallel_for(p.nx * p.ny, available_threads(), [&](int cell) {
      const int thread = partition_.owner(cell), k = cell % partition_.cells;
      counts[view.group(thread, k)] = p.count(cell);
      for (int slot = 0; slot < p.count(cell); ++slot) {
        const std::int64_t i = p.first[cell] + slot;
        const Real values[] = {p.dx[i], p.dy[i], p.vx[i], p.vy[i]};
        for (int c = 0; c < 4; ++c)
          coordinates[view.at(thread, k, slot) + c * view.threads()] = values[c];
        ids[view.slot_index(thread, k, slot)] = p.id[i];
      }
    });
    buffers_.coordinates.upload(coordinates, stream_);
    buffers_.ids.upload(ids, stream_);
    buffers_.counts.upload(counts, stream_);
    stream_.wait();  // the host copies end here
  }

  HeldParticles<Real> contents() override {
    const auto coordinates = buffers_.coordinates.download(stream_);
    const auto ids = buffers_.ids.download(stream_);
    const auto counts = buffers_.counts.download(stream_);
    const OrderedView<Real> view = buffers_.view(partition_);
    const int cells = partition_.nx * partition_.ny;
    const auto thread_of = [&](int cell) { return partition_.owner(cell); };
    const auto group_of = [&](int cell) { return cell % partition_.cells; };
    std::vector<std::size_t> first(cells + 1, 0);
    for (int cell = 0; cell < cells; ++cell)
      first[cell + 1] = first[cell] + counts[view.group(thread_of(cell), group_of(cell))];
    HeldParticles<Real> held;
    held.resize(first[cells]);
    parallel_for(cells, available_threads(), [&](int cell) {
      const int thread = thread_of(cell), k = group_of(cell);
      for (std::size_t at = first[cell]; at < first[cell + 1]; ++at) {
        const int slot = static_cast<int>(at - first[cell]);
        const Real* const c = coordinates.data() + view.at(thread, k, slot);
        held.set(at, ids[view.slot_index(thread, k, slot)], cell, cell, c[0], c[view.threads()],
                 c[2 * view.threads()], c[3 * view.threads()]);
      }
    });
    return held;
  }

  void run(int stage, const StageArguments<Real>& with) override {
    const OrderedView<Real> view = buffers_.view(partition_);
    Launches& launches = with.launches;
    switch (stage) {
      case kDeposit:
        return pic::deposit(view, q_.data(), charge(), options_.threads_per_block, launches.next(),
                            stream_);
      case kGuardAdd:
        return pic::guard_add(partition_, q_.data(), with.density, launches.next(), stream_);
      case kGuardCopy:
        return pic::guard_copy(partition_, with.field, f_.data(), launches.next(), stream_);
      case kPush:
        return pic::push(view, f_.data(), dt_, options_.threads_per_block, launches.next(),
                         stream_);
      case kReorder:
        pic::reorder_within(view, options_.threads_per_block, launches.next(), stream_);
        return pic::reorder_between(view, options_.threads_per_block, launches.next(), stream_);
    }
    throw std::logic_error("no stage of the layout ordered");
  }

  /// Only the reorder runs out of room: in its first part or in its second.
  void make_room(const Halted& halted) override {
    const Need& need = halted.need;
    Room room = buffers_.room;
    if (need.reasons & kGroupFull) room.group = grown(room.group, need.group);
    if (need.reasons & kHolesFull) room.holes = grown(room.holes, need.holes);
    if (need.reasons & kOutgoingFull) room.outgoing = grown(room.outgoing, need.outgoing);
    OrderedBuffers<Real> larger(partition_.threads, partition_.cells, room, stream_);
    copy_ordered(buffers_.view(partition_), larger.view(partition_), stream_);
    buffers_ = std::move(larger);
    ++growths_;
    ++redone_;
  }

  void finish(const Halted& halted, const StageArguments<Real>& with) override {
    const OrderedView<Real> view = buffers_.view(partition_);
    const Halt first = with.launches.next();
    if (halted.in_launch == 0)
      pic::reorder_within(view, options_.threads_per_block, first, stream_);
    pic::reorder_between(view, options_.threads_per_block, with.launches.next(), stream_);
  }

  std::map<std::string, double> counters() const override {
    return {{"capacity_growths", growths_},
            {"redone_reorders", redone_},
            {"group_capacity", buffers_.room.group},
            {"hole_capacity", buffers_.room.holes},
            {"outgoing_capacity", buffers_.room.outgoing}};
  }

 private:
  Real charge() const { return static_cast<Real>(-particle_mass(options_, particles_)); }

  Room first_room(int most) const {
    const double mean = static_cast<double>(particles_) / (double(partition_.nx) * partition_.ny);
    const double room = options_.group_room, buffer = options_.buffer_room;
    const double leaving = leaving_share(options_) * mean, of_thread = partition_.cells;
    const auto share = [&](double group) { return static_cast<int>(std::ceil(buffer * group)); };
    Room chosen;
    chosen.group = room > 0 ? static_cast<int>(std::ceil(room * mean)) : ample(mean);
    chosen.group = std::max(chosen.group, most);
    chosen.holes = buffer > 0 ? share(chosen.group) : ample(leaving);
    // Through the lower and upper faces of all cells, and the two ends.
    const double outgoing = leaving * (0.5 * of_thread + 0.5);
    chosen.outgoing = buffer > 0 ? share(of_thread * chosen.group) : ample(outgoing);
    return chosen;
  }

  Options options_;
  Stream& stream_;
  Real dt_;
  std::int64_t particles_ = 0;
  Buffer<int> first_, last_, around_;
  PartitionView partition_{};
  Buffer<Real> q_, f_;
  OrderedBuffers<Real> buffers_;
  double growths_ = 0, redone_ = 0;
};

}  // namespace

template <typename Real>
std::unique_ptr<Layout<Real>> make_ordered(const Options& options, Stream& stream) {
  return std::make_unique<Ordered<Real>>(options, stream);
}

template std::unique_ptr<Layout<float>> make_ordered(const Options&, Stream&);
template std::unique_ptr<Layout<double>> make_ordered(const Options&, Stream&);

}  // namespace tycho::gpu::pic
