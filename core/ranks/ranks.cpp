#include "core/ranks/ranks.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "core/error.hpp"
#include "core/mesh/slab_transform.hpp"

namespace tycho {

namespace {

/// How a body ended, worst last.
enum class End : std::int64_t { kWell, kUnavailable, kBadUsage };

}  // namespace

std::size_t Ranks::sum_of(std::span<const std::size_t> counts) {
  return std::accumulate(counts.begin(), counts.end(), std::size_t{0});
}

std::vector<std::size_t> Ranks::sizes_of_all(std::size_t mine) {
  std::vector<std::size_t> sizes(static_cast<std::size_t>(size()));
  sizes[static_cast<std::size_t>(rank())] = mine;
  const std::vector<std::size_t> one_each(sizes.size(), 1);
  gather(sizes.data(), one_each, sizeof(std::size_t));
  return sizes;
}

std::vector<std::size_t> Ranks::swapped(std::span<const std::size_t> out) {
  if (out.size() != static_cast<std::size_t>(size()))
    throw std::logic_error("ranks: " + std::to_string(out.size()) + " parts for " +
                           std::to_string(size()) + " ranks");
  std::vector<std::size_t> in(out.size());
  const std::vector<std::size_t> one_each(out.size(), 1);
  exchange(out.data(), one_each, in.data(), one_each, sizeof(std::size_t));
  return in;
}

void Ranks::require_counts(std::size_t elements, std::span<const std::size_t> counts) const {
  if (counts.size() != static_cast<std::size_t>(size()) || sum_of(counts) != elements)
    throw std::logic_error("ranks: the parts are not the whole");
}

void Ranks::count(std::span<const std::size_t> counts, std::size_t element) {
  for (std::size_t r = 0; r < counts.size(); ++r) {
    if (r == static_cast<std::size_t>(rank()) || counts[r] == 0) continue;
    traffic_.messages += 1;
    traffic_.bytes += static_cast<std::int64_t>(counts[r] * element);
  }
}

std::unique_ptr<mesh::SlabTransform> Ranks::slab_transform(int) { return nullptr; }

void Ranks::all_or_none(const std::function<void()>& body) {
  End end = End::kWell;
  std::string reason;
  try {
    body();
  } catch (const Unavailable& error) {
    end = End::kUnavailable;
    reason = error.what();
  } catch (const UsageError& error) {
    end = End::kBadUsage;
    reason = error.what();
  }
  const auto worst = static_cast<End>(largest(static_cast<std::int64_t>(end)));
  if (worst == End::kWell) return;
  // The reason of the lowest rank that ended so, on all ranks.
  if (end != worst) reason.clear();
  const std::vector<std::size_t> lengths = sizes_of_all(reason.size());
  const std::vector<char> all = all_gather(std::span<const char>(reason));
  const auto first = std::find_if(lengths.begin(), lengths.end(), [](auto n) { return n > 0; });
  const std::string told =
      first == lengths.end() ? "a rank gave no reason" : std::string(all.data(), *first);
  if (worst == End::kUnavailable) throw Unavailable(told);
  throw UsageError(told);
}

void Ranks::require_same(const std::string& text, const std::string& what) {
  const std::vector<std::size_t> lengths = sizes_of_all(text.size());
  const std::vector<char> all = all_gather(std::span<const char>(text));
  std::size_t first = 0;
  for (const std::size_t length : lengths) {
    if (length != lengths.front() ||
        !std::equal(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(length),
                    all.begin() + static_cast<std::ptrdiff_t>(first)))
      throw UsageError("ranks see different " + what + ": start all of them from one build and " +
                       "one case file, on a file system that all nodes share");
    first += length;
  }
}

}  // namespace tycho
