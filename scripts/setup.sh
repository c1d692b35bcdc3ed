# Sourced by ./reproduce, ./check and scripts that build: gets what the build needs, builds, tests.
# Installs missing packages with apt where it can (Debian or Ubuntu, as root); else names them.

# What is needed, and the Debian package that brings it: "<test> <package>".
tycho_build_needs=(
  "command:g++ g++"
  "command:cmake cmake"
  "command:ninja ninja-build"
  "header:nlohmann/json.hpp nlohmann-json3-dev"
  "header:CLI/CLI.hpp libcli11-dev"
  "header:fftw3.h libfftw3-dev"
)
# tycho_bench and the tests; the program is built without them.
tycho_test_needs=(
  "header:benchmark/benchmark.h libbenchmark-dev"
  "header:gtest/gtest.h libgtest-dev"
)
# Snapshots; everything else is built without it.
tycho_snapshot_needs=("header:hdf5/serial/hdf5.h libhdf5-dev")
# Runs on several ranks; everything else is built without it.
tycho_ranks_needs=(
  "header:openmpi/mpi_portable_platform.h libopenmpi-dev"
  "command:mpirun openmpi-bin"
  "library:fftw3_mpi libfftw3-mpi-dev"
)
tycho_report_needs=("command:gnuplot gnuplot-nox")
tycho_check_needs=(
  "command:clang-format-14 clang-format-14"
  "command:python3 python3"
  "module:jsonschema python3-jsonschema"
)
# Reads back what snapshots tycho writes; the test is skipped without it.
tycho_snapshot_check_needs=("module:h5py python3-h5py")

# Sanitizers, and the races of OpenMP loops.
tycho_sanitizer_needs=(
  "command:clang++ clang"
  "archer libomp-dev"
)

# LLVM's tool that explains OpenMP to ThreadSanitizer, of the version that clang has.
tycho_archer() {
  local file
  file=$(clang++ -print-resource-dir 2>/dev/null)/../../libarcher.so
  [ -e "$file" ] && realpath "$file"
}

tycho_gpu_answers() {
  nvidia-smi >/dev/null 2>&1
}

tycho_has() {
  case $1 in
    archer) tycho_archer >/dev/null ;;
    command:*) command -v "${1#command:}" >/dev/null ;;
    # Asked of the preprocessor: to compile nlohmann/json and CLI11 for nothing takes seconds.
    header:*) echo "#include <${1#header:}>" | g++ -std=c++20 -M -x c++ - >/dev/null 2>&1 ;;
    library:*) echo "int main() {}" | g++ -x c++ - -o /dev/null "-l${1#library:}" 2>/dev/null ;;
    module:*) python3 -c "import ${1#module:}" 2>/dev/null || /usr/bin/python3 -c "import ${1#module:}" 2>/dev/null ;;
  esac
}

tycho_setup() {
  local need missing=()
  for need in "$@"; do
    # shellcheck disable=SC2086
    set -- $need
    tycho_has "$1" || missing+=("$2")
  done
  [ ${#missing[@]} -eq 0 ] && return
  if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    echo "tycho: installing ${missing[*]}"
    DEBIAN_FRONTEND=noninteractive apt-get update -qq &&
      DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null ||
      { echo "tycho: apt could not install ${missing[*]}" >&2; return 1; }
  else
    echo "tycho: missing: ${missing[*]} (Debian and Ubuntu package names)" >&2
    echo "tycho: install them, or see 'Building with plain CMake' in README.md" >&2
    return 1
  fi
}

# What is good to have: goes on without it.
tycho_setup_optional() {
  tycho_setup "$@" || echo "tycho: going on without" >&2
}

# tycho_build PRESET [TARGET]: configures and builds; one line on what is built, the end of the log
# where it fails.
tycho_build() {
  local log=build/$1.log target=${2:-all}
  mkdir -p build
  echo "tycho: building (preset $1, log in $log)"
  if ! { cmake --preset "$1" && cmake --build --preset "$1" --target "$target"; } >"$log" 2>&1; then
    tail -n 60 "$log" >&2
    echo "tycho: the build failed; the whole log is in $log" >&2
    return 1
  fi
  grep -oE "tycho: (CUDA|building without the GPU).*" "$log" || true
}

# tycho_sharded SHARDS LOGS COMMAND...: the tests of a program in SHARDS processes at once, each with its
# output in the folder LOGS. Fails where one of them does.
tycho_sharded() {
  local shards=$1 logs=$2 shard failed=0 processes=()
  shift 2
  for ((shard = 0; shard < shards; ++shard)); do
    GTEST_TOTAL_SHARDS=$shards GTEST_SHARD_INDEX=$shard "$@" >"$logs/$shard" 2>&1 &
    processes+=($!)
  done
  for shard in "${processes[@]}"; do wait "$shard" || failed=1; done
  return $failed
}

# tycho_test PRESET [OPTION...]: runs its tests on all cores, and tells what became of every test: most
# of ctest's entries are programs of many. ctest's own list of skipped entries is left out.
tycho_test() {
  local build=build/$1 status
  shift
  set +e
  ctest --test-dir "$build" --output-on-failure -j "$(nproc)" "$@" 2>&1 | tee "$build/ctest.log" |
    grep -vE '\(Skipped\)$|^The following tests did not run:$'
  status=${PIPESTATUS[0]}
  set -e
  scripts/test_summary "$build/ctest.log" "$build/Testing/Temporary/LastTest.log" || status=1
  return "$status"
}
