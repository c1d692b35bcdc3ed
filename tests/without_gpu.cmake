# Runs a program's tests of the GPU where there is none: skipped as one, unless one of them fails.
#   cmake -D program=PROGRAM -D filter=FILTER -P without_gpu.cmake
execute_process(COMMAND ${program} --gtest_filter=${filter} RESULT_VARIABLE failed
                OUTPUT_VARIABLE output ERROR_VARIABLE output ECHO_OUTPUT_VARIABLE ECHO_ERROR_VARIABLE)
if(failed)
  message(FATAL_ERROR "${program}: ${failed}")
endif()
if(output MATCHES "SKIPPED")
  message("tycho: these tests were skipped")
endif()
