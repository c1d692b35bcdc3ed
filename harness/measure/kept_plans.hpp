// FFTW's plans for all runs of a campaign, each in a process of its own.
#pragma once

#include <filesystem>

namespace tycho::measure {

/// Makes the plans that are kept in the file known to this process, and keeps there what this
/// process measures. A file that is not there, or is none of ours, holds no plan.
void keep_plans_in(const std::filesystem::path& file);

}  // namespace tycho::measure
