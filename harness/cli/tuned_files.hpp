// Where this machine's tuned settings are.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/tune/tuned.hpp"

namespace tycho::cli {

/// The device that runs of a backend are tuned for: the GPU's model, or the processor's. Empty
/// where there is no such device.
std::string tuned_device(Backend backend);

/// The folder `tuned` beside the folder of cases; empty where there are no cases.
std::filesystem::path tuned_folder(const std::string& case_folder);

/// What runs here take settings from: the file `given`; nothing for "none"; by default the files of
/// this machine's devices in tuned_folder(), as far as they are there.
std::vector<tune::TunedFile> tuned_for_this_machine(const std::string& given,
                                                    const std::string& case_folder);

}  // namespace tycho::cli
