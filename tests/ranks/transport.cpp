#include "tests/ranks/transport.hpp"

#include <stdexcept>
#include <string>

#include "core/error.hpp"
#include "core/ranks/share.hpp"

namespace tycho::test {

namespace {

void require(bool holds, const std::string& what, const Ranks& ranks) {
  if (!holds)
    throw std::logic_error(what + " on rank " + std::to_string(ranks.rank()) + " of " +
                           std::to_string(ranks.size()));
}

/// Three numbers, so that an element is no power of two bytes.
struct Element {
  double x;
  std::int32_t from, to;
  std::int64_t index;
  bool operator==(const Element&) const = default;
};

void check_gather(Ranks& ranks) {
  for (const std::size_t n : {std::size_t{0}, std::size_t{1}, std::size_t{5}, std::size_t{1009}}) {
    const auto value = [](std::size_t i) {
      return Element{0.1 * static_cast<double>(i), 7, -1, static_cast<std::int64_t>(i * i)};
    };
    std::vector<Element> whole(n);
    const Share mine = share_of(n, ranks);
    for (std::size_t i = mine.first; i < mine.last; ++i) whole[i] = value(i);
    ranks.all_gather(std::span(whole), share_sizes(n, ranks.size()));
    for (std::size_t i = 0; i < n; ++i)
      require(whole[i] == value(i), "all_gather of " + std::to_string(n) + " in parts", ranks);
    const std::vector<Element> again =
        ranks.all_gather(std::span<const Element>(whole).subspan(mine.first, mine.size()));
    require(again == whole, "all_gather of " + std::to_string(n), ranks);
  }
}

/// From rank a to rank b go (3 a + b) % 4 elements: to some none.
void check_exchange(Ranks& ranks) {
  const auto part = [](int from, int to) {
    std::vector<Element> elements;
    for (int i = 0; i < (3 * from + to) % 4; ++i) elements.push_back({0.5 * i, from, to, i});
    return elements;
  };
  std::vector<std::vector<Element>> to;
  for (int r = 0; r < ranks.size(); ++r) to.push_back(part(ranks.rank(), r));
  const auto from = ranks.all_to_all(to);
  for (int r = 0; r < ranks.size(); ++r)
    require(from[static_cast<std::size_t>(r)] == part(r, ranks.rank()), "all_to_all", ranks);
}

void check_numbers(Ranks& ranks) {
  const std::int64_t n = ranks.size(), large = std::int64_t{1} << 53;
  require(ranks.sum(large + ranks.rank()) == n * large + n * (n - 1) / 2, "sum", ranks);
  require(ranks.largest(-ranks.rank()) == 0, "largest", ranks);
  require(ranks.agree(0.1 * ranks.rank()) == 0.1 * static_cast<double>(n - 1), "agree", ranks);
  ranks.wait();
}

template <typename Error>
std::string told(const std::function<void()>& body) {
  try {
    body();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing";
}

void check_agreement(Ranks& ranks) {
  const int last = ranks.size() - 1;
  ranks.all_or_none([] {});
  const auto only_last = told<Unavailable>([&] {
    ranks.all_or_none([&] {
      if (ranks.rank() == last) throw Unavailable("no room on the last");
    });
  });
  require(only_last == "no room on the last", "all_or_none said '" + only_last + "'", ranks);
  const auto worst = told<UsageError>([&] {
    ranks.all_or_none([&] {
      if (ranks.rank() == last) throw UsageError("bad on the last");
      throw Unavailable("no room");
    });
  });
  require(worst == "bad on the last", "all_or_none said '" + worst + "'", ranks);

  ranks.require_same("a case", "case files");
  if (ranks.alone()) return;
  for (const std::string other : {"a kase", "a longer case"}) {
    const auto differ = told<UsageError>(
        [&] { ranks.require_same(ranks.rank() == last ? other : "a case", "case files"); });
    require(differ.starts_with("ranks see different case files"), "require_same", ranks);
  }
}

void check_traffic(Ranks& ranks) {
  const Traffic before = ranks.traffic();
  std::vector<std::vector<std::int32_t>> to(static_cast<std::size_t>(ranks.size()));
  for (auto& part : to) part.assign(10, ranks.rank());
  ranks.all_to_all(to);
  const std::int64_t others = ranks.size() - 1;
  const Traffic received = ranks.traffic() - before;
  require(received.messages == others && received.bytes == 40 * others, "traffic", ranks);
}

}  // namespace

void check_transport(Ranks& ranks) {
  check_gather(ranks);
  check_exchange(ranks);
  check_numbers(ranks);
  check_agreement(ranks);
  check_traffic(ranks);
}

}  // namespace tycho::test
