// The memory that this program holds, counted: all of `new`, and of malloc what libraries take.
#pragma once

#include <cstdint>

namespace tycho {

/// Bytes of what `new` gave and nobody has deleted.
std::int64_t bytes_of_new();

/// Bytes that malloc gave, those of `new` among them; 0 under a sanitizer, whose allocator does not
/// say.
std::int64_t bytes_of_malloc();

/// What is taken while it lives, beyond what there was before.
class MemoryTaken {
 public:
  MemoryTaken();

  /// The most of `new` at any time, and what libraries hold now beside it.
  std::int64_t most() const;

 private:
  std::int64_t begun_, libraries_begun_;
};

}  // namespace tycho
