set(TYCHO_TESTS AUTO CACHE STRING "Build the tests: AUTO (where GoogleTest is found), ON or OFF")
set_property(CACHE TYCHO_TESTS PROPERTY STRINGS AUTO ON OFF)
option(TYCHO_NATIVE "Build the CPU side for this machine's own processor (-march=native)" ON)
option(TYCHO_WERROR "Treat warnings as errors" OFF)
set(TYCHO_CUDA AUTO CACHE STRING "Build the CUDA side: AUTO (where nvcc is found), ON or OFF")
set_property(CACHE TYCHO_CUDA PROPERTY STRINGS AUTO ON OFF)
option(TYCHO_CUDA_BRIEF "Where there is no GPU, compile CUDA without optimisation, to see that it compiles" OFF)
option(TYCHO_UNITY "Compile the files of the harness in groups: half the time of a whole build, more after a change" ON)
set(TYCHO_SANITIZE "" CACHE STRING "Sanitizers for the CPU side, e.g. address,undefined or thread")

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")

# What was compiled before is not compiled again, in another folder neither.
find_program(TYCHO_CCACHE ccache)
if(TYCHO_CCACHE)
  foreach(language CXX CUDA)
    if(NOT DEFINED CMAKE_${language}_COMPILER_LAUNCHER)
      set(CMAKE_${language}_COMPILER_LAUNCHER ${TYCHO_CCACHE})
    endif()
  endforeach()
  message(STATUS "tycho: compiling through ${CMAKE_CXX_COMPILER_LAUNCHER}")
endif()

# What every target of the project is compiled with. No contraction: a fused multiply-add rounds
# once where the source rounds twice, and the reference must give the same bits on every machine
# of one kind.
add_library(tycho_flags INTERFACE)
# A feature, not CMAKE_CXX_STANDARD, which CMake would hand on to CUDA (see cuda.cmake).
target_compile_features(tycho_flags INTERFACE cxx_std_20)
set(host_flags -Wall -Wextra -Wpedantic -Wshadow -Wno-psabi -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12's false alarms on std::string operator+ (bug 105651), and GCC 13's on std::variant.
  list(APPEND host_flags -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds
       -Wno-maybe-uninitialized)
endif()
if(TYCHO_WERROR)
  list(APPEND host_flags -Werror)
endif()
if(TYCHO_NATIVE)
  list(APPEND host_flags -march=native)
endif()
# What takes longer to compile than it ever runs: the harness and the tests.
set(brief_flags $<$<CONFIG:Release>:-O1>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(brief_flags $<$<CONFIG:Release>:-Og>)  # a fifth less time than -O1 takes
endif()
if(TYCHO_SANITIZE)
  # With sanitizers a test of 5 s takes 18 s to compile at -O1 and 7 s at -O0.
  set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
  string(APPEND CMAKE_CXX_FLAGS " -fsanitize=${TYCHO_SANITIZE} -fno-sanitize-recover=all"
         " -fno-omit-frame-pointer -g1")
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # Loops asked to be vectorised are not with sanitizers, and clang says so.
    list(APPEND host_flags -Wno-pass-failed)
    # For the algorithms, which have every check: with those even a sum of three is too long to be inlined.
    set(inlined "SHELL:$<$<COMPILE_LANGUAGE:CXX>:-mllvm -inline-threshold=1000>")
  endif()
  target_compile_definitions(tycho_flags INTERFACE TYCHO_SANITIZED)
  if(NOT TYCHO_SANITIZE MATCHES "fuzzer")  # a fuzzer does run them, millions of times
    set(brief_flags $<$<CONFIG:Release>:-O0> -g0)
    # For the harness and the tests, whose code is mostly nlohmann/json's: checks made at every access,
    # where AddressSanitizer looks as well, are a quarter of the time to compile it.
    set(few_checks "$<$<COMPILE_LANGUAGE:CXX>:-fno-sanitize=null,alignment,pointer-overflow,vptr>")
  endif()
endif()
target_compile_options(tycho_flags INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${host_flags}>")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC then looks less often for memory that it could free: a tenth of the time of a long file, for a
  # twentieth more memory. No part of the flags that results name: the code is the same.
  target_compile_options(tycho_flags INTERFACE
                         "$<$<COMPILE_LANGUAGE:CXX>:SHELL:--param ggc-min-expand=200>")
endif()
# In a group of files a local name may well be that of another file's constant.
set(grouped $<COMPILE_LANGUAGE:CXX>,$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>)
target_compile_options(tycho_flags INTERFACE $<$<AND:${grouped}>:-Wno-shadow>
                       $<$<AND:${grouped},$<CXX_COMPILER_ID:GNU>>:-Wshadow=local>)

# What the `best` CPU columns add, which stand for what a CPU can do: sums may be reordered, products
# fused and square roots estimated. Results name these flags beside the others.
set(best_flags -ffast-math -ffp-contract=fast)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  list(APPEND best_flags -mrecip -mprefer-vector-width=512)
endif()
# Of them, loops that are written in SIMD keep the order of every sum and the sense of every comparison
# as they stand in the text: only a product and a sum may become one instruction.
set(simd_flags ${best_flags})
list(REMOVE_ITEM simd_flags -ffast-math -mrecip)
list(APPEND simd_flags -fno-math-errno -fno-trapping-math)
# With sanitizers nothing is timed, and clang fuses the products of two copies of one loop differently.
if(TYCHO_SANITIZE)
  set(best_flags -ffp-contract=off)
  set(simd_flags -ffp-contract=off -fno-math-errno -fno-trapping-math)
endif()

# Libraries that go into libtycho_g6.so as well. Hidden, so that code for a shared library is as fast
# as for a program.
function(tycho_shareable target)
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON
                        CXX_VISIBILITY_PRESET hidden CUDA_VISIBILITY_PRESET hidden
                        VISIBILITY_INLINES_HIDDEN ON)
endfunction()
