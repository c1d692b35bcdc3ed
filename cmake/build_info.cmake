# tycho_build.hpp: compiler, flags and contraction, known now. tycho_commit.hpp: the commit, asked
# for at every build. Both go into every result. tycho_build_info is the target to link; who compiles
# with it depends on tycho_commit.

# Joins flags into words without paths or quotes, so that no machine's folders get into a result.
function(tycho_plain_flags variable)
  string(REPLACE ";" " " words "${ARGN}")
  string(REGEX REPLACE "[^ ]*[/\"$\\\\][^ ]*" "" words "${words}")
  string(REGEX REPLACE " +" " " words "${words}")
  string(STRIP "${words}" words)
  set(${variable} "${words}" PARENT_SCOPE)
endfunction()

string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
tycho_plain_flags(build_flags ${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}} ${host_flags})
tycho_plain_flags(build_best_flags ${best_flags})
tycho_plain_flags(build_simd_flags ${simd_flags})
if(build_flags MATCHES "-ffp-contract=off")
  set(build_contraction false)
else()
  set(build_contraction true)
endif()

set(build_cuda_compiler "")
set(build_cuda_flags "")
set(build_cuda_architectures "")
set(build_cuda_contraction true)
if(TYCHO_HAVE_CUDA)
  set(build_cuda_compiler "nvcc ${CMAKE_CUDA_COMPILER_VERSION}")
  string(REPLACE ";" " " build_cuda_architectures "${CMAKE_CUDA_ARCHITECTURES}")
  get_target_property(cuda_options tycho_gpu COMPILE_OPTIONS)
  string(REGEX REPLACE "\\$<\\$<COMPILE_LANGUAGE:CUDA>:|>" "" cuda_options "${cuda_options}")
  tycho_plain_flags(build_cuda_flags ${CMAKE_CUDA_FLAGS} ${CMAKE_CUDA_FLAGS_${type}}
                    ${cuda_options})
  if(build_cuda_flags MATCHES "-?-fmad=false")
    set(build_cuda_contraction false)
  endif()
endif()

set(generated ${CMAKE_CURRENT_BINARY_DIR}/generated)
configure_file(${PROJECT_SOURCE_DIR}/cmake/build_info.hpp.in ${generated}/tycho_build.hpp @ONLY)
add_custom_target(tycho_commit
  COMMAND ${CMAKE_COMMAND} -D source=${PROJECT_SOURCE_DIR} -D header=${generated}/tycho_commit.hpp
          -P ${PROJECT_SOURCE_DIR}/cmake/commit.cmake
  BYPRODUCTS ${generated}/tycho_commit.hpp
  COMMENT "Asking for the commit")

add_library(tycho_build_info INTERFACE)
target_include_directories(tycho_build_info INTERFACE ${generated})
