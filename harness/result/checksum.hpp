// A sum over bytes by which damage and difference show: FNV-1a of 64 bits. One changed byte always
// changes it. Against accidents, not against forgery.
#pragma once

#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>

namespace tycho::result {

class Checksum {
 public:
  Checksum& add(std::string_view bytes) {
    for (const char c : bytes) sum_ = (sum_ ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return *this;
  }
  /// Values as they lie in memory.
  template <typename T>
  Checksum& add(std::span<const T> values) {
    return add({reinterpret_cast<const char*>(values.data()), values.size_bytes()});
  }

  /// 16 hexadecimal digits.
  std::string text() const {
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(sum_));
    return digits;
  }

 private:
  std::uint64_t sum_ = 0xcbf29ce484222325u;
};

}  // namespace tycho::result
