// A file in Gadget's layout as a fuzzer describes it. As it stands it is sound; every four bytes of
// the input change one thing in it: what is there, of which type and shape, how it is stored, and
// its numbers.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace tycho::fuzz {

enum class Type {
  kDouble,
  kFloat,
  kLongDouble,
  kDoubleBig,
  kInt8,
  kUint8,
  kInt16,
  kInt32,
  kUint32,
  kInt64,
  kUint64,
  kInt32Big,
  kUint64Big,
  // What is no number.
  kText,
  kLongText,
  kCompound,
  kEnum,
  kOpaque,
  kArray,
  kBits,
  kReference,
  kCount
};
enum class Storage { kWhole, kCompact, kDeflated, kNeverWritten, kCount };
enum class Space { kSimple, kScalar, kNull };
enum class Place { kThere, kGone, kTable, kDangling, kCircle, kElsewhere, kCount };

bool is_integer(Type type);
bool is_number(Type type);

/// An attribute of the header or a table of particles.
struct Field {
  std::string name;
  Type type;
  Space space;
  std::vector<std::uint64_t> shape;  // of a simple space
  double (*number)(std::size_t);     // element by element, unless changed
  std::map<std::size_t, double> changed = {};
  Storage storage = Storage::kWhole;
  bool there = true;

  /// Elements: 0 of a null space; beyond 2^62 it says so.
  std::uint64_t count() const;
  /// What stands in the file: as much of the number as its type holds.
  long double stored(std::size_t element) const;
};

enum Attribute { kNumbers, kFiles, kMasses, kTime, kBox, kOmega, kLambda, kHubble, kAttributes };
enum Table { kCoordinates, kVelocities, kIds, kOwnMasses, kTables };

struct GadgetFile {
  std::array<Field, kAttributes> header;
  std::array<Field, kTables> tables;
  Place header_place = Place::kThere, matter_place = Place::kThere;

  GadgetFile();
  explicit GadgetFile(std::span<const std::uint8_t> edits);
  /// Made in memory and put down at once. What HDF5 itself refuses to make is marked as not there.
  void write(const std::filesystem::path& file);
};

}  // namespace tycho::fuzz
