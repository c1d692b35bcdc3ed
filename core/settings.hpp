// The values one run gives to a contract's parameters and choices: checked once, then only read.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "core/contract.hpp"

namespace tycho {

class Ranks;

class Settings {
 public:
  /// All defaults of the contract for this backend.
  Settings(const Contract& contract, Backend backend, int threads = 1);

  /// By the name of today or a former one. Throws UsageError naming the setting and what is
  /// allowed.
  void set(std::string_view name, double value);
  void set(std::string_view name, std::string_view value);

  double number(std::string_view name) const;
  int integer(std::string_view name) const;
  const std::string& choice(std::string_view name) const;
  bool chosen(std::string_view name, std::string_view value) const { return choice(name) == value; }

  /// The length of a step, which every contract has as the parameter "dt".
  double dt() const { return number("dt"); }

  const Contract& contract() const { return *contract_; }
  Backend backend() const { return backend_; }
  /// CPU threads; the CUDA side may use them for what it leaves on the host.
  int threads() const { return threads_; }
  void use_threads(int threads) { threads_ = threads; }

  /// The processes that share the run: one alone, unless share_among() named others, which must
  /// live as long as these settings and their copies.
  Ranks& ranks() const;
  void share_among(Ranks& ranks) { ranks_ = &ranks; }
  /// Whether share_among() named ranks, even a single one. Loops over ranks may round otherwise
  /// than serial loops: an algorithm then takes them, and has the same bits on any number of ranks.
  bool ranks_named() const { return ranks_ != nullptr; }

  const std::map<std::string, double, std::less<>>& numbers() const { return numbers_; }
  const std::map<std::string, std::string, std::less<>>& choices() const { return choices_; }

 private:
  const Contract* contract_;
  Backend backend_;
  int threads_;
  Ranks* ranks_ = nullptr;
  std::map<std::string, double, std::less<>> numbers_;
  std::map<std::string, std::string, std::less<>> choices_;
};

}  // namespace tycho
