#include "tests/fuzz/gadget_file.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tycho::fuzz {

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr std::uint64_t kBeyond = std::uint64_t{1} << 62;
/// Numbers that break readers; kInf - kInf is none.
constexpr std::array kOddNumbers{
    0.0,    -0.0,   1.0,     -1.0,         2.0,      3.0,          5.0,          0.5,
    2.5,    1000.0, 999.99,  1000.01,      kInf,     -kInf,        1e308,        -1e308,
    1e300,  5e-324, 1e-310,  1e-200,       1e200,    1e-20,        1e9,          1e15,
    1e19,   255.0,  256.0,   65536.0,      131073.0, 4294967295.0, 4294967296.0, 9007199254740993.0,
    9.3e18, 1.9e19, -1e-300, -2147483648.0};
constexpr std::array<std::uint64_t, 16> kExtents{
    0, 1, 2, 3, 4, 5, 6, 7, 16, 64, 1000, 131073, 1U << 31, 1ULL << 33, 1ULL << 40, kBeyond};

double number_of(std::uint8_t a) {
  if (a < kOddNumbers.size()) return kOddNumbers[a];
  if (a == kOddNumbers.size()) return std::nan("");
  return 4.25 * (a - 100.0);
}

template <typename T>
long double whole(double value) {
  using Limits = std::numeric_limits<T>;
  if (std::isnan(value)) return 0;
  return std::trunc(std::clamp(static_cast<long double>(value),
                               static_cast<long double>(Limits::min()),
                               static_cast<long double>(Limits::max())));
}

void change(Field& field, std::uint8_t aspect, std::uint8_t a, std::uint8_t b) {
  switch (aspect % 6) {
    case 0:
      field.there = false;
      break;
    case 1:
      field.type = Type{a % static_cast<int>(Type::kCount)};
      break;
    case 2:
      field.changed[b % 16U] = number_of(a);
      break;
    case 3:
      if (!field.shape.empty()) field.shape[b % field.shape.size()] = kExtents[a % kExtents.size()];
      break;
    case 4:
      field.space = a % 5 == 0 ? Space::kNull : a % 5 == 1 ? Space::kScalar : Space::kSimple;
      field.shape.resize(std::max(1, a % 5 - 1), kExtents[b % kExtents.size()]);
      break;
    default:
      field.storage = Storage{a % static_cast<int>(Storage::kCount)};
  }
}

}  // namespace

bool is_integer(Type type) { return type >= Type::kInt8 && type <= Type::kUint64Big; }
bool is_number(Type type) { return type <= Type::kUint64Big; }

std::uint64_t Field::count() const {
  if (space == Space::kNull) return 0;
  if (space == Space::kScalar) return 1;
  std::uint64_t product = 1;
  for (const std::uint64_t extent : shape) {
    if (extent == 0) return 0;
    product = product > kBeyond / extent ? kBeyond : product * extent;
  }
  return product;
}

long double Field::stored(std::size_t element) const {
  const auto found = changed.find(element);
  const double value = found == changed.end() ? number(element) : found->second;
  switch (type) {
    case Type::kFloat:
      return static_cast<float>(value);
    case Type::kInt8:
      return whole<std::int8_t>(value);
    case Type::kUint8:
      return whole<std::uint8_t>(value);
    case Type::kInt16:
      return whole<std::int16_t>(value);
    case Type::kInt32:
    case Type::kInt32Big:
      return whole<std::int32_t>(value);
    case Type::kUint32:
      return whole<std::uint32_t>(value);
    case Type::kInt64:
      return whole<std::int64_t>(value);
    case Type::kUint64:
    case Type::kUint64Big:
      return whole<std::uint64_t>(value);
    default:
      return value;
  }
}

GadgetFile::GadgetFile()
    : header{{{"NumPart_ThisFile",
               Type::kUint32,
               Space::kSimple,
               {6},
               [](std::size_t i) { return i == 1 ? 5.0 : 0.0; }},
              {"NumFilesPerSnapshot",
               Type::kInt32,
               Space::kScalar,
               {1},
               [](std::size_t) { return 1.0; }},
              {"MassTable",
               Type::kDouble,
               Space::kSimple,
               {6},
               [](std::size_t i) { return i == 1 ? 2.5 : 0.0; }},
              {"Time", Type::kDouble, Space::kScalar, {1}, [](std::size_t) { return 0.25; }},
              {"BoxSize", Type::kDouble, Space::kScalar, {1}, [](std::size_t) { return 1000.0; }},
              {"Omega0", Type::kDouble, Space::kScalar, {1}, [](std::size_t) { return 0.25; }},
              {"OmegaLambda", Type::kDouble, Space::kScalar, {1}, [](std::size_t) { return 0.75; }},
              {"HubbleParam",
               Type::kDouble,
               Space::kScalar,
               {1},
               [](std::size_t) { return 0.7; }}}},
      tables{{{"Coordinates",
               Type::kDouble,
               Space::kSimple,
               {5, 3},
               [](std::size_t i) { return std::fmod(137.03125 * static_cast<double>(i), 1000); }},
              {"Velocities",
               Type::kDouble,
               Space::kSimple,
               {5, 3},
               [](std::size_t i) { return 3.25 * static_cast<double>(i) - 20; }},
              {"ParticleIDs",
               Type::kUint64,
               Space::kSimple,
               {5},
               [](std::size_t i) { return 1.0 + static_cast<double>(i); }},
              {"Masses", Type::kDouble, Space::kSimple, {5}, [](std::size_t i) {
                 return 1 + static_cast<double>(i) / 8;
               }}}} {}

GadgetFile::GadgetFile(std::span<const std::uint8_t> edits) : GadgetFile() {
  // Three more: what changes several things so that they still agree.
  constexpr std::size_t kFields = std::size_t{kAttributes} + kTables, kWhat = kFields + 3;
  constexpr std::size_t kMostEdits = 64;
  for (std::size_t i = 0; i + 4 <= std::min(edits.size(), 4 * kMostEdits); i += 4) {
    const std::size_t what = edits[i] % kWhat;
    const std::uint8_t aspect = edits[i + 1], a = edits[i + 2], b = edits[i + 3];
    if (what < kAttributes) {
      change(header[what], aspect, a, b);
    } else if (what < kFields) {
      change(tables[what - kAttributes], aspect, a, b);
    } else if (what == kWhat - 3) {
      header_place = Place{a % static_cast<int>(Place::kCount)};
    } else if (what == kWhat - 2) {
      matter_place = Place{a % static_cast<int>(Place::kCount)};
    } else {
      const std::uint64_t n = aspect % 2 == 0 ? 1 + a % 64U : kExtents[a % kExtents.size()];
      header[kNumbers].changed[1] = static_cast<double>(n);
      for (Field& table : tables) table.shape[0] = n;
    }
  }
}

}  // namespace tycho::fuzz
