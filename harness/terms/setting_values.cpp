#include "harness/terms/setting_values.hpp"

#include <array>
#include <charconv>

namespace tycho::terms {

void give(Settings& settings, const std::string& name, const SettingValue& value) {
  std::visit([&](const auto& given) { settings.set(name, given); }, value);
}

void give(Settings& settings, const SettingValues& values) {
  for (const auto& [name, value] : values) give(settings, name, value);
}

void give_shared(Settings& settings, const SettingValues& values) {
  for (const auto& [name, value] : values)
    if (!is_foreign(settings.contract(), name, settings.backend())) give(settings, name, value);
}

bool is_foreign(const Contract& contract, std::string_view name, Backend backend) {
  const auto foreign = [&](const auto& items) {
    bool elsewhere = false;
    for (const auto& item : items) {
      if (item.name != name) continue;
      if (applies(item.scope, backend)) return false;
      elsewhere = true;
    }
    return elsewhere;
  };
  return foreign(contract.parameters) || foreign(contract.choices);
}

std::string shown(const SettingValue& value) {
  if (const std::string* word = std::get_if<std::string>(&value)) return *word;
  std::array<char, 32> digits;
  const auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), std::get<double>(value));
  return std::string(digits.data(), end.ptr);
}

}  // namespace tycho::terms
