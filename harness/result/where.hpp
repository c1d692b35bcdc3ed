// Where a value stands in a file. The JSON pointer is put together only where something is wrong
// with the value: a result has hundreds of thousands of values that nothing is wrong with.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "harness/result/finding.hpp"

namespace tycho::result {

class Where {
 public:
  Where() = default;
  Where(const Where& holder, std::string_view key) : holder_(&holder), key_(key) {}
  Where(const Where& holder, std::size_t index) : holder_(&holder), index_(index), indexed_(true) {}

  std::string pointer() const {
    if (!holder_) return "";
    if (indexed_) return holder_->pointer() + "/" + std::to_string(index_);
    return below(holder_->pointer(), key_);
  }

 private:
  const Where* holder_ = nullptr;
  std::string_view key_;
  std::size_t index_ = 0;
  bool indexed_ = false;
};

}  // namespace tycho::result
