// Bytes as changes to a sound document: a fuzzer that changes text gets past the parser once in
// many tries, and what lies behind it is what is to be tried.
#pragma once

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

namespace tycho::fuzz {

/// The places of a document that can be changed: every value in it, the whole last.
inline void collect(const nlohmann::json& value, const nlohmann::json::json_pointer& at,
                    std::vector<nlohmann::json::json_pointer>& places) {
  if (value.is_object())
    for (const auto& [key, inner] : value.items()) collect(inner, at / key, places);
  if (value.is_array())
    for (std::size_t i = 0; i < value.size(); ++i) collect(value[i], at / i, places);
  places.push_back(at);
}

/// What a reader may trip over.
inline const std::vector<nlohmann::json>& hostile_values() {
  using nlohmann::json;
  static const std::vector<json> all{
      json(),
      json(true),
      json(0),
      json(-1),
      json(1),
      json(2),
      json(200),
      json(1 << 30),
      json(-(1LL << 40)),
      json(0.5),
      json(-0.0),
      json(5e-324),
      json(1e-310),
      json(1e-300),
      json(1e300),
      json(1.7e308),
      json(-1.7e308),
      json(1 + 2.3e-16),
      json(9007199254740993.0),
      json(""),
      json("."),
      json("../../x"),
      json("=1+1"),
      json("ok"),
      json("failed"),
      json("skipped"),
      json("cpu"),
      json("cuda"),
      json("extrapolated"),
      json("2026-02-31T00:00:00Z"),
      json("2026-01-01T00:00:00Z"),
      json("<script>{}|'\"\\\n%_^&$#~"),
      json(std::string(300, 'm')),
      json(std::string(5000, ' ')),
      json("\xc3\xa9\xf0\x9f\x92\xa9"),
      json::array(),
      json::object(),
      json::array({1, 2}),
      json::array({json(), json()}),
      json::array({5e-324, 1e-323, 1.5e-323}),
      json::array({1e300, 1.0000000000000002e300}),
      json::array({-1.7e308, 1.7e308}),
      json::array({json::array({1})}),
  };
  return all;
}

/// Four bytes each: where (two), what is done, and with which value.
class JsonEdits {
 public:
  explicit JsonEdits(nlohmann::json sound) : sound_(std::move(sound)) {
    collect(sound_, nlohmann::json::json_pointer(), places_);
  }

  nlohmann::json apply(std::span<const std::uint8_t> bytes) const {
    constexpr std::size_t kMostEdits = 16;
    nlohmann::json root = sound_;
    for (std::size_t i = 0; i + 4 <= std::min(bytes.size(), 4 * kMostEdits); i += 4)
      edit(root, place(bytes[i], bytes[i + 1]), bytes[i + 2], bytes[i + 3]);
    return root;
  }

 private:
  const nlohmann::json::json_pointer& place(std::uint8_t high, std::uint8_t low) const {
    return places_[(256 * std::size_t{high} + low) % places_.size()];
  }

  void edit(nlohmann::json& root, const nlohmann::json::json_pointer& at, std::uint8_t what,
            std::uint8_t with) const {
    // An edit before this one may have taken the place away.
    if (at.empty() || !root.contains(at)) return;
    nlohmann::json& parent = root[at.parent_pointer()];
    const auto& values = hostile_values();
    if (what % 8 == 0 && parent.is_object())
      parent.erase(at.back());
    else if (what % 8 == 1 && parent.is_array())
      parent.erase(static_cast<std::size_t>(std::stoul(at.back())));
    else if (what % 8 == 2 && parent.is_array())
      parent.push_back(nlohmann::json(root[at]));
    else if (what % 8 == 3 && root[at].is_number())
      root[at] = root[at].get<double>() * (with % 2 ? 1e-308 : 1e30);
    else if (what % 8 == 4 && root[at].is_array())
      for (nlohmann::json& element : root[at]) element = values[with % values.size()];
    else
      root[at] = values[with % values.size()];
  }

  nlohmann::json sound_;
  std::vector<nlohmann::json::json_pointer> places_;
};

}  // namespace tycho::fuzz
