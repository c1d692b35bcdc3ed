# Installs tycho and its header into an empty folder, builds examples/implementation against that, and
# does with it what docs/bring-your-own.md does: `tycho try` passes the right library and finds every
# fault of the wrong ones; `tycho run` takes it into a case beside the case's own variants.
#
#   cmake -D build=... -D source=... -D work=... -P example.cmake
cmake_minimum_required(VERSION 3.25)
set(prefix ${work}/prefix)
set(example ${work}/example)
file(REMOVE_RECURSE ${work})

function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE code OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT code EQUAL 0)
    string(JOIN " " command ${ARGV})
    message(FATAL_ERROR "${command}\ngave ${code}:\n${said}")
  endif()
  set(said "${said}" PARENT_SCOPE)
endfunction()

run(${CMAKE_COMMAND} --install ${build} --prefix ${prefix} --component tycho)
run(${CMAKE_COMMAND} -S ${source}/examples/implementation -B ${example}
    -D CMAKE_PREFIX_PATH=${prefix})
run(${CMAKE_COMMAND} --build ${example})
file(GLOB_RECURSE tycho ${prefix}/bin/tycho)
message(STATUS "installed; the example is built against it")

run(${tycho} try ${example}/libin_c.so)
foreach(test settings stages sizes rest repeats replays energy)
  if(NOT said MATCHES "ok +${test}:")
    message(FATAL_ERROR "try did not pass '${test}':\n${said}")
  endif()
endforeach()
message(STATUS "try: the right one passes")
# Leaks were looked for there, where the program is built for that. From here on they are not: on aarch64
# that takes four seconds at the end of every process.
set(ENV{ASAN_OPTIONS} detect_leaks=0)

# Each fault, the exit code of `tycho try`, and what its lines must say.
function(finds fault code pattern)
  execute_process(COMMAND ${tycho} try ${example}/libwrong_${fault}.so RESULT_VARIABLE got
                  OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT got EQUAL code OR NOT said MATCHES "${pattern}")
    message(FATAL_ERROR "try of wrong_${fault} gave ${got}, wanted ${code} and '${pattern}':\n${said}")
  endif()
  message(STATUS "try: found ${fault}")
endfunction()
finds(dropped_body 1 "FAILS +replays: [^\n]*the velocity of the body of id")
finds(idle 1 "FAILS +sizes: wrong: advance moved nothing: every place and velocity is as it was loaded")
finds(sign 1 "FAILS +sizes: 2 bodies, 8 steps: the velocity of the body of id")
finds(stale 1 "FAILS +sizes: 2 bodies, 8 steps: the velocity of the body of id")
finds(late 1 "FAILS +sizes: the library touched its memory, piece [0-9]+ of [0-9]+ bytes when its function had returned")
finds(private_late 1 "FAILS +sizes: wrong: the particles changed when advance had returned")
finds(past_end 1 "FAILS +sizes: [^\n]*past the end of its memory")
finds(lost_body 1 "FAILS +sizes: wrong: store gave other particles back than were loaded: 1 are lost")
finds(other_mass 1 "FAILS +sizes: wrong: store gave the particle of id [0-9]+ another mass")
finds(not_a_number 1 "FAILS +sizes: wrong: store left a NaN or an infinity in vy")
finds(exit 1 "FAILS +sizes: the library called exit\\(\\) in advance")
finds(crash 1 "FAILS +sizes: the library crashed in advance")
finds(half_done 1 "FAILS +rest: wrong: store did work that advance had left")
finds(other_abi 2 "the library has ABI 2, this tycho 1; build it anew")
finds(nobodys 2 "implements 'all_triples', and there is no such contract; there are all_pairs")
finds(no_store 2 "the library has no function store")
file(WRITE ${work}/no_library.so "text")
execute_process(COMMAND ${tycho} try ${work}/no_library.so RESULT_VARIABLE got ERROR_VARIABLE said)
if(NOT got EQUAL 2 OR NOT said MATCHES "cannot be loaded as a shared library")
  message(FATAL_ERROR "try of a text file gave ${got}:\n${said}")
endif()

# What the example has not got: stages that are joined, and an exception.
find_program(cc NAMES cc gcc clang REQUIRED)
find_program(cxx NAMES c++ g++ clang++ REQUIRED)
set(shared -shared -fPIC -I${prefix}/include -I${source}/examples/implementation)
run(${cc} -O2 ${shared} -o ${work}/libjoined.so ${source}/tests/implementation/joined.c -lm)
run(${cxx} ${shared} -o ${work}/libthrows.so ${source}/tests/implementation/throws.cpp)
run(${tycho} try ${work}/libjoined.so)
execute_process(COMMAND ${tycho} try ${work}/libthrows.so RESULT_VARIABLE got OUTPUT_VARIABLE said)
if(NOT got EQUAL 1 OR NOT said MATCHES "throws: load threw: on purpose")
  message(FATAL_ERROR "try of a library that throws gave ${got}:\n${said}")
endif()
message(STATUS "try: joined stages pass, an exception is told")

# Other contracts, whose methods are approximations: as near to the truth as the reference, or not.
foreach(other tree hermite)
  run(${cc} -O2 ${shared} -o ${work}/lib${other}.so ${source}/tests/implementation/${other}.c -lm)
  run(${cc} -O2 ${shared} -DWRONG -o ${work}/libwrong_${other}.so
      ${source}/tests/implementation/${other}.c -lm)
  run(${tycho} try ${work}/lib${other}.so)
  if(NOT said MATCHES "ok +sizes: 1 to 1009 bodies as near to the truth")
    message(FATAL_ERROR "try of ${other}:\n${said}")
  endif()
  execute_process(COMMAND ${tycho} try ${work}/libwrong_${other}.so RESULT_VARIABLE got
                  OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT got EQUAL 1 OR NOT said MATCHES "FAILS +sizes: ")
    message(FATAL_ERROR "try of a wrong ${other} gave ${got}:\n${said}")
  endif()
endforeach()
message(STATUS "try: a tree code and a Hermite scheme pass, wrong ones are found")
# The CPU has no choice of precision there.
run(${tycho} run belleman2007/table4 --cases ${source}/cases --suite smoke --backend cpu
    --only "*/hermite*" --implementation ${work}/libhermite.so --out ${work}/joined_hermite)
# The method stands in the settings of the case's variants. The tree code does not know the spline: it runs,
# and is found to be off.
execute_process(COMMAND ${tycho} run cudagadget2013/fig8 --cases ${source}/cases --suite smoke --backend cpu
                --only "*/tree*" --implementation ${work}/libtree.so --out ${work}/joined_tree
                RESULT_VARIABLE got OUTPUT_VARIABLE said ERROR_VARIABLE said)
file(READ ${work}/joined_tree/cudagadget2013.json result)
if(NOT got EQUAL 1 OR NOT said MATCHES "1 ok, 0 failed" OR
   NOT result MATCHES "\"softening_kernel\": *\"spline\"")
  message(FATAL_ERROR "a tree code in the galaxy gave ${got}:\n${said}")
endif()
message(STATUS "run: both join cases of their algorithms")

# Tuned: the values of the contract's parameters are tried on it, and what is best is its own.
set(tree_case ${tycho} run belleman2007/table7 --cases ${source}/cases --suite smoke --backend cpu
    --only "*tree*" --implementation ${work}/libtree.so)
run(${tycho} tune belleman2007/table7 --cases ${source}/cases --suite smoke --backend cpu
    --only "*tree*" --implementation ${work}/libtree.so --seconds 0.01 --out ${work}/tune
    --into ${work}/tuned)
file(GLOB tuned ${work}/tuned/*.json)
file(READ ${tuned} found)
string(JSON entries LENGTH "${found}" tuned)
string(JSON of GET "${found}" tuned 0 with implementation)
string(JSON tried GET "${found}" tuned 0 tried)
if(NOT entries EQUAL 1 OR NOT of STREQUAL "tree-plain" OR tried LESS 2)
  message(FATAL_ERROR "tune of a library:\n${found}")
endif()
run(${tree_case} --tuned ${tuned} --out ${work}/with_tuned)
if(NOT said MATCHES "1 run takes tuned settings")
  message(FATAL_ERROR "a run of the library does not take what was tuned for it:\n${said}")
endif()
# What looks into a tree is not asked of a library that shows none, and the result says so.
file(READ ${work}/with_tuned/belleman2007.json result)
string(JSON not_asked GET "${result}" runs 0 implementation not_asked)
if(NOT not_asked MATCHES "tree_root" OR NOT not_asked MATCHES "tree_leaves")
  message(FATAL_ERROR "not asked of the library: ${not_asked}")
endif()
run(${tycho} verify ${work}/with_tuned/belleman2007.json --cases ${source}/cases)
run(${tycho} run belleman2007/table7 --cases ${source}/cases --suite smoke --backend cpu
    --only "*cpu-1" --tuned ${tuned} --out ${work}/without_tuned)
if(said MATCHES "takes tuned settings")
  message(FATAL_ERROR "a run of tycho's own takes what was tuned for the library:\n${said}")
endif()
message(STATUS "tune: a library's settings are its own")

# In a campaign: the right one beside the case's own, under the checks of its precision; one that
# crashes costs its own run.
set(campaign ${tycho} run bertinelli2025/force_rate --cases ${source}/cases --suite smoke
    --backend cpu --threads all,1)
run(${campaign} --implementation ${example}/libin_c.so --implementation ${work}/libjoined.so
    --out ${work}/right)
file(READ ${work}/right/bertinelli2025.json result)
string(JSON count LENGTH "${result}" runs)
math(EXPR last "${count} - 1")
set(found "")
foreach(i RANGE ${last})
  string(JSON id GET "${result}" runs ${i} id)
  string(JSON status GET "${result}" runs ${i} status)
  list(APPEND found "${id} ${status}")
  if(id MATCHES "in-c-plain")
    string(JSON held_to GET "${result}" runs ${i} implementation held_to)
    string(JSON stages LENGTH "${result}" runs ${i} timing stages)
    string(JSON checks LENGTH "${result}" runs ${i} checks)
  endif()
endforeach()
if(NOT found MATCHES "n=257/in-c-plain ok" OR NOT found MATCHES "n=257/cpu-best-fp64 ok")
  message(FATAL_ERROR "the campaign has ${found}")
endif()
if(NOT found MATCHES "n=257/joined-plain ok" OR NOT result MATCHES "\"kick.drift.force\": *{")
  message(FATAL_ERROR "joined stages: ${found}")
endif()
if(NOT held_to STREQUAL "cpu-best-fp64" OR NOT stages EQUAL 3 OR checks LESS 3)
  message(FATAL_ERROR "held to ${held_to}, ${stages} stages, ${checks} checks")
endif()
run(${tycho} verify ${work}/right/bertinelli2025.json --cases ${source}/cases)
run(${tycho} compare ${work}/right ${work}/right)
execute_process(COMMAND ${campaign} --implementation ${example}/libwrong_crash.so --out ${work}/crash
                RESULT_VARIABLE got OUTPUT_VARIABLE said ERROR_VARIABLE said)
file(READ ${work}/crash/bertinelli2025.json result)
if(NOT got EQUAL 1 OR NOT result MATCHES "the library crashed in advance" OR
   NOT result MATCHES "cpu-best-fp64[^}]*")
  message(FATAL_ERROR "a library that crashes gave ${got}:\n${said}")
endif()
execute_process(COMMAND ${campaign} --implementation ${example}/libwrong_hang.so --out ${work}/hang
                --only "*wrong*" --time-limit 3s RESULT_VARIABLE got OUTPUT_VARIABLE said
                ERROR_VARIABLE said)
file(READ ${work}/hang/bertinelli2025.json result)
if(NOT got EQUAL 1 OR NOT result MATCHES "\"status\": *\"failed\"")
  message(FATAL_ERROR "a library that hangs gave ${got}:\n${said}")
endif()
# The report has the library's columns where the case's own are.
run(${tycho} report ${work}/right -o ${work}/report --cases ${source}/cases)
file(GLOB_RECURSE pages ${work}/report/*.md)
set(shown "")
foreach(page ${pages})
  file(READ ${page} text)
  string(APPEND shown "${text}")
endforeach()
if(NOT shown MATCHES "all-pairs in C, one thread")
  message(FATAL_ERROR "the report has no column of the library: ${pages}")
endif()
execute_process(COMMAND ${tycho} run decyk2009/table --cases ${source}/cases --suite smoke
                --implementation ${example}/libin_c.so --out ${work}/other
                RESULT_VARIABLE got OUTPUT_VARIABLE said ERROR_VARIABLE said)
if(NOT got EQUAL 2 OR NOT said MATCHES "implements all_pairs, and decyk2009/table is of pic")
  message(FATAL_ERROR "a library of another algorithm gave ${got}:\n${said}")
endif()
message(STATUS "run: in the case's tables, verified and compared; a crash costs its own run")
