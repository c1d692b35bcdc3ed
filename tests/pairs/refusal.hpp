// What an action that must be refused says.
#pragma once

#include <gtest/gtest.h>

#include <string>

namespace tycho {

template <typename Error, typename Action>
std::string refusal(Action action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  ADD_FAILURE() << "it was taken";
  return "";
}

inline void expect_says(const std::string& message, const std::string& part) {
  EXPECT_NE(message.find(part), std::string::npos) << message;
}

}  // namespace tycho
