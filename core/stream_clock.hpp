// The clock of a stream that someone else fills, who may do in it what they should not.
#pragma once

#include "core/clock.hpp"

namespace tycho {

class StreamClock : public Clock {
 public:
  /// Holds the stream up for some tenths of a second, or until release().
  virtual void hold() = 0;
  /// Whether the stream was held up until now.
  virtual bool release() = 0;
  /// Blocks until all streams of this process are done, not only this one.
  virtual void wait_for_all() = 0;
};

}  // namespace tycho
