// Settings of a case file, read against the contract of its algorithm.
#pragma once

#include <string>

#include "core/contract.hpp"
#include "harness/strict/strict_json.hpp"
#include "harness/terms/setting_values.hpp"

namespace tycho::cases {

/// Settings do not depend on one another, so each value is checked where it stands, and its error
/// names that place.
class SettingsReader {
 public:
  explicit SettingsReader(const Contract& contract) : contract_(contract) {}
  const Contract& contract() const { return contract_; }

  /// The name of today, by which all that is made of the case knows the setting.
  std::string name_today(const std::string& name, const terms::SettingValue& value) const;

  /// A variant's own: each must have a meaning on its backend.
  terms::SettingValue own(const std::string& name, const strict::JsonView& view,
                          Backend backend) const;
  /// The case's or a size's: may belong to either backend, but must be sound there.
  terms::SettingValue shared(const std::string& name, const strict::JsonView& view) const;

  /// Adds a value that was read; the former name and the one of today must not both stand there.
  void put(terms::SettingValues& values, const std::string& name, const strict::JsonView& view,
           terms::SettingValue value) const;

 private:
  const Contract& contract_;
};

}  // namespace tycho::cases
