// Tests that ask a made-up management library.
#pragma once

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "harness/campaign/nvml.hpp"
#include "tests/watch/fake/fake_nvml.hpp"

namespace tycho {

class FakeNvml : public testing::Test {
 protected:
  FakeNvml() : library_(dlopen(TYCHO_FAKE_NVML, RTLD_NOW | RTLD_LOCAL)) {
    setenv("TYCHO_NVML", TYCHO_FAKE_NVML, 1);
    unsetenv("CUDA_VISIBLE_DEVICES");
  }
  void SetUp() override {
    ASSERT_TRUE(library_) << dlerror();
    answers(0);
  }
  ~FakeNvml() override {
    unsetenv("TYCHO_NVML");
    if (library_) dlclose(library_);
  }
  void answers(unsigned how) const {
    reinterpret_cast<decltype(&fake_nvml_answers)>(dlsym(library_, "fake_nvml_answers"))(how);
  }

 private:
  void* library_;
};

}  // namespace tycho
