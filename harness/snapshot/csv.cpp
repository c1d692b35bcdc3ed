#include "harness/snapshot/csv.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/joined.hpp"
#include "harness/result/durable_file.hpp"
#include "harness/result/one_line.hpp"
#include "harness/result/plural.hpp"
#include "harness/snapshot/same_id.hpp"

namespace tycho::snapshot {

namespace {

struct Column {
  std::string_view name;
  std::vector<double> Particles::*values;  // null: a whole number
  bool optional = false;
};

constexpr std::array<Column, 10> kColumns{{{"id", nullptr},
                                           {"mass", &Particles::mass},
                                           {"x", &Particles::x},
                                           {"y", &Particles::y},
                                           {"z", &Particles::z},
                                           {"vx", &Particles::vx},
                                           {"vy", &Particles::vy},
                                           {"vz", &Particles::vz},
                                           {"species", nullptr, true},
                                           {"softening", &Particles::softening, true}}};
// A line has at most ten numbers: a longer one is another file's.
constexpr std::size_t kLongestLine = 4096;

// What spreadsheets begin a file in UTF-8 with.
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

bool has(const Particles& p, const Column& column) {
  if (!column.optional) return true;
  return column.name == "species" ? !p.species.empty() : !p.softening.empty();
}

template <typename Number>
void append(std::string& text, Number value) {
  std::array<char, 32> digits{};
  const auto [end, code] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  static_cast<void>(code);
  text.append(digits.data(), end);
}

/// Knows where each value that it reads stands, for errors.
class Reader {
 public:
  Reader(const std::filesystem::path& file, std::size_t most)
      : file_(file.string()), in_(file), most_(most) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored) || !in_)
      throw UsageError(file_ + ": no such file, or none that can be read");
  }

  Particles read() {
    read_names();
    Particles p(0);
    while (next_line()) {
      if (line_.empty()) continue;
      if (most_ > 0 && p.id.size() == most_)
        fail("the file holds more than the " + std::to_string(most_) + " particles of the run");
      read_row(p);
    }
    if (p.id.empty()) throw UsageError(file_ + ": it holds no particles");
    for (auto* acceleration : {&p.ax, &p.ay, &p.az})
      acceleration->assign(p.size(), std::numeric_limits<double>::quiet_NaN());
    require_own_ids(p);
    return p;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw UsageError(file_ + ": line " + std::to_string(number_) + ": " + what);
  }

  bool next_line() {
    if (!std::getline(in_, line_)) return false;
    ++number_;
    if (line_.size() > kLongestLine) fail("is too long for a particle");
    if (!line_.empty() && line_.back() == '\r') line_.pop_back();
    return true;
  }

  std::vector<std::string_view> cells() const {
    std::vector<std::string_view> out;
    for (std::size_t begin = 0; begin <= line_.size();) {
      const std::size_t end = std::min(line_.find(',', begin), line_.size());
      std::string_view cell(line_.data() + begin, end - begin);
      while (!cell.empty() && cell.front() == ' ') cell.remove_prefix(1);
      while (!cell.empty() && cell.back() == ' ') cell.remove_suffix(1);
      out.push_back(cell);
      begin = end + 1;
    }
    return out;
  }

  void read_names() {
    if (!next_line()) throw UsageError(file_ + ": it is empty");
    if (line_.starts_with(kByteOrderMark)) line_.erase(0, kByteOrderMark.size());
    std::string known;
    for (const Column& column : kColumns) join_to(known, column.name);
    for (const std::string_view name : cells()) {
      const auto found = std::find_if(kColumns.begin(), kColumns.end(),
                                      [&](const Column& column) { return column.name == name; });
      if (found == kColumns.end())
        fail("there is no column '" + result::one_line(result::brief(name)) + "'; there are " +
             known);
      if (std::find(order_.begin(), order_.end(), &*found) != order_.end())
        fail("the column '" + std::string(name) + "' stands twice");
      order_.push_back(&*found);
    }
    for (const Column& column : kColumns)
      if (!column.optional && std::find(order_.begin(), order_.end(), &column) == order_.end())
        fail("the column '" + std::string(column.name) + "' is missing");
  }

  template <typename Number>
  Number value(std::string_view cell, const Column& column) const {
    Number read{};
    const auto [end, code] = std::from_chars(cell.data(), cell.data() + cell.size(), read);
    bool sound = code == std::errc() && end == cell.data() + cell.size();
    if constexpr (std::is_floating_point_v<Number>) sound = sound && std::isfinite(read);
    if (!sound)
      fail(std::string(column.name) + " = '" + result::one_line(result::brief(cell)) + "' is no " +
           (std::is_floating_point_v<Number> ? "finite number" : "whole number from 0"));
    return read;
  }

  void read_row(Particles& p) const {
    const std::vector<std::string_view> row = cells();
    if (row.size() != order_.size())
      fail("has " + result::plural(row.size(), "value") + ", not " + std::to_string(order_.size()));
    for (std::size_t c = 0; c < row.size(); ++c) {
      const Column& column = *order_[c];
      if (column.values)
        (p.*column.values).push_back(value<double>(row[c], column));
      else if (column.optional)
        p.species.push_back(value<std::uint8_t>(row[c], column));
      else
        p.id.push_back(value<std::uint64_t>(row[c], column));
    }
    if (!(p.mass.back() > 0)) fail("mass must be above 0");
    if (!p.softening.empty() && p.softening.back() < 0) fail("softening must not be below 0");
    if (!p.species.empty() && p.species.back() > 2)
      fail("species must be 0 (halo), 1 (bulge) or 2 (disc)");
  }

  void require_own_ids(const Particles& p) const {
    if (const auto twice = id_that_stands_twice(p.id))
      throw UsageError(file_ + ": id " + std::to_string(*twice) + " stands twice");
  }

  std::string file_;
  std::ifstream in_;
  std::size_t most_, number_ = 0;
  std::string line_;
  std::vector<const Column*> order_;
};

}  // namespace

void write_csv(const std::filesystem::path& file, const Particles& particles) {
  std::string text;
  for (const Column& column : kColumns)
    if (has(particles, column)) (text += text.empty() ? "" : ",") += column.name;
  text += '\n';
  for (std::size_t i = 0; i < particles.size(); ++i) {
    bool first = true;
    for (const Column& column : kColumns) {
      if (!has(particles, column)) continue;
      if (!std::exchange(first, false)) text += ',';
      if (column.values)
        append(text, (particles.*column.values)[i]);
      else if (column.optional)
        append(text, unsigned{particles.species[i]});
      else
        append(text, particles.id[i]);
    }
    text += '\n';
  }
  result::write_durably(file, text);
}

Particles read_csv(const std::filesystem::path& file, std::size_t most) {
  return Reader(file, most).read();
}

}  // namespace tycho::snapshot
