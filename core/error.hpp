// Errors people read: one line that says what was wrong, where, and what is allowed.
#pragma once

#include <stdexcept>
#include <string>

namespace tycho {

/// The user asked for something that cannot be done as asked: a bad case, option or file.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What was asked for is sound, but this machine cannot do it (no device, not enough memory).
/// A run that ends with this error is recorded as skipped, with the message as the reason.
class Unavailable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A stage failed; the message starts with its name.
class StageError : public std::runtime_error {
 public:
  StageError(std::string stage, const std::string& what)
      : std::runtime_error("stage '" + stage + "': " + what), stage_(std::move(stage)) {}
  const std::string& stage() const { return stage_; }

 private:
  std::string stage_;
};

}  // namespace tycho
