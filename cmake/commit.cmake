# Writes the commit of `source` to `header`, only where it changed, so that nothing is compiled
# again for nothing. What the environment variable TYCHO_COMMIT says comes first (a copied tree has
# no git, or that of the copy); without it and without git the commit is "unknown".
set(commit unknown)
find_program(git git)
if(DEFINED ENV{TYCHO_COMMIT})
  set(commit $ENV{TYCHO_COMMIT})
  # As short as git's below: one commit has one name.
  if(commit MATCHES "^([0-9a-f]+)(-dirty)?$")
    set(dirty ${CMAKE_MATCH_2})
    string(SUBSTRING ${CMAKE_MATCH_1} 0 12 commit)
    string(APPEND commit "${dirty}")
  endif()
elseif(git)
  execute_process(COMMAND ${git} -C ${source} rev-parse --short=12 HEAD
                  OUTPUT_VARIABLE found RESULT_VARIABLE failed
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT failed)
    set(commit ${found})
    # Results and reports do not change the program that makes them.
    execute_process(COMMAND ${git} -C ${source} status --porcelain --untracked-files=no --
                            . ":!results" ":!reports"
                    OUTPUT_VARIABLE changes OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(changes)
      string(APPEND commit -dirty)
    endif()
  endif()
endif()

set(text "#pragma once\n\n#define TYCHO_BUILD_COMMIT \"${commit}\"\n")
set(held "")
if(EXISTS ${header})
  file(READ ${header} held)
endif()
if(NOT held STREQUAL text)
  file(WRITE ${header} "${text}")
endif()
