#include "core/contract.hpp"

namespace tycho {

std::string_view name(Backend backend) { return backend == Backend::kCpu ? "cpu" : "cuda"; }

std::string_view name(Consistency consistency) {
  switch (consistency) {
    case Consistency::kBitwise:
      return "bitwise";
    case Consistency::kOrdered:
      return "ordered";
    case Consistency::kAtomic:
      return "atomic";
  }
  return "unknown";
}

bool applies(Scope scope, Backend backend) {
  return scope == Scope::kBoth || (scope == Scope::kCpu) == (backend == Backend::kCpu);
}

}  // namespace tycho
