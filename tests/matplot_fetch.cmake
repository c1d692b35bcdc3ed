# Configures a project of three lines with cmake/matplot.cmake: fetch takes the source it is given, refuses one
# without the library, and no other word is allowed.
# Usage: cmake -DROOT=<source> -DWORK=<folder to work in> -P matplot_fetch.cmake
file(REMOVE_RECURSE ${WORK})
file(WRITE ${WORK}/project/CMakeLists.txt "
cmake_minimum_required(VERSION 3.25)
project(one CXX)
include(${ROOT}/cmake/matplot.cmake)
if(TARGET Matplot++::matplot)
  get_target_property(real Matplot++::matplot ALIASED_TARGET)
  message(STATUS \"drawn by \${real}\")
endif()
")
file(WRITE ${WORK}/with/CMakeLists.txt "
project(stand_in CXX)
add_library(stand_in INTERFACE)
add_library(Matplot++::matplot ALIAS stand_in)
if(MATPLOTPP_BUILD_EXAMPLES OR MATPLOTPP_BUILD_TESTS)
  message(FATAL_ERROR \"asked for examples and tests\")
endif()
")
file(WRITE ${WORK}/without/CMakeLists.txt "project(empty CXX)")

function(configure name expected_code expected_text)
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${WORK}/project -B ${WORK}/build-${name} ${ARGN}
                  RESULT_VARIABLE code OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(expected_code STREQUAL "fails" AND code EQUAL 0)
    message(FATAL_ERROR "${name}: was configured:\n${said}")
  elseif(expected_code STREQUAL "works" AND NOT code EQUAL 0)
    message(FATAL_ERROR "${name}: was not configured:\n${said}")
  endif()
  string(REGEX REPLACE "[ \n]+" " " flat "${said}")
  if(NOT flat MATCHES "${expected_text}")
    message(FATAL_ERROR "${name}: does not say '${expected_text}':\n${said}")
  endif()
endfunction()

configure(fetched works "drawn by stand_in" -DTYCHO_MATPLOT=fetch
          -DFETCHCONTENT_SOURCE_DIR_MATPLOTPLUSPLUS=${WORK}/with)
configure(empty fails "the fetched source has no target Matplot" -DTYCHO_MATPLOT=fetch
          -DFETCHCONTENT_SOURCE_DIR_MATPLOTPLUSPLUS=${WORK}/without)
configure(mistyped fails "allowed are find, fetch and off" -DTYCHO_MATPLOT=ftech)
configure(off works "Configuring done" -DTYCHO_MATPLOT=off)
