# `tycho run --g6`: the cases through a GRAPE-6 library with which this project has nothing in common
# (independent/grape.c), under the cases' own checks; and the proof that it was the one called.
#
#   cmake -D tycho=... -D source=... -D work=... -P foreign.cmake
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE ${work})
file(MAKE_DIRECTORY ${work})
find_program(cc NAMES cc gcc clang REQUIRED)
# Processes that a test starts do not look for leaks: on aarch64 that takes four seconds at the end of each.
set(ENV{ASAN_OPTIONS} detect_leaks=0)

function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE code OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT code EQUAL 0)
    string(JOIN " " command ${ARGV})
    message(FATAL_ERROR "${command}\ngave ${code}:\n${said}")
  endif()
  set(said "${said}" PARENT_SCOPE)
endfunction()

set(library ${work}/libindependent.so)
run(${cc} -O2 -shared -fPIC -o ${library} ${source}/tests/g6/independent/grape.c -lm)

# A library that calls its own functions by name must not find the program's.
run(nm -D --defined-only ${tycho})
if(said MATCHES " g6_?[a-z]")
  message(FATAL_ERROR "the program exports functions of the interface:\n${said}")
endif()

set(ENV{GRAPE_CALLS} ${work}/calls)
run(${tycho} run belleman2007/table5 belleman2007/library_call --cases ${source}/cases --suite smoke
    --backend cpu --g6 ${library} --out ${work}/results)
file(READ ${work}/results/belleman2007.json result)
string(JSON count LENGTH "${result}" runs)
math(EXPR last "${count} - 1")
set(own 0)
set(foreign 0)
foreach(i RANGE ${last})
  string(JSON id GET "${result}" runs ${i} id)
  string(JSON status GET "${result}" runs ${i} status)
  if(NOT status STREQUAL "ok")
    message(FATAL_ERROR "${id}: ${status}")
  endif()
  if(id MATCHES "/independent-")
    math(EXPR foreign "${foreign} + 1")
  else()
    math(EXPR own "${own} + 1")
  endif()
endforeach()
if(foreign LESS 3 OR NOT foreign EQUAL own)
  message(FATAL_ERROR "${foreign} runs with the library and ${own} without")
endif()
file(STRINGS ${work}/calls calls)
list(LENGTH calls closed)
if(closed LESS foreign)
  message(FATAL_ERROR "the library was closed ${closed} times in ${foreign} runs: ${calls}")
endif()
foreach(line ${calls})
  if(NOT line MATCHES "sent [1-9][0-9]* pulled [1-9]")
    message(FATAL_ERROR "a run did not call the library: ${line}")
  endif()
endforeach()
message(STATUS "${foreign} runs were computed by the library, and their checks hold")

# Bad input: no library, a library without the symbols, a case of another algorithm.
function(refuses pattern)
  execute_process(COMMAND ${tycho} run --cases ${source}/cases --suite smoke --out ${work}/refused
                  ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(code EQUAL 0 OR NOT said MATCHES "${pattern}")
    message(FATAL_ERROR "${ARGN} gave ${code}, wanted '${pattern}':\n${said}")
  endif()
endfunction()
refuses("no such file" belleman2007/table5 --g6 ${work}/libnothing.so)
refuses("none of the cases is of hermite_library" decyk2009/table --g6 ${library})
file(WRITE ${work}/empty.c "int nothing;\n")
run(${cc} -shared -fPIC -o ${work}/libempty.so ${work}/empty.c)
refuses("has no symbol g6_open_" belleman2007/table5 --backend cpu --only "*empty*"
        --g6 ${work}/libempty.so)
