# Figures are drawn through Matplot++ where it is found or fetched, and through gnuplot otherwise. Sets the
# target Matplot++::matplot, or none.
set(TYCHO_MATPLOT find CACHE STRING
    "Matplot++: find (an installed one), fetch (its pinned version, from the network) or off")
set_property(CACHE TYCHO_MATPLOT PROPERTY STRINGS find fetch off)

if(TYCHO_MATPLOT STREQUAL "find")
  find_package(Matplot++ QUIET)
elseif(TYCHO_MATPLOT STREQUAL "fetch")
  include(FetchContent)
  # A tag can be moved, a commit cannot: five after v1.2.2. Without a network set
  # FETCHCONTENT_SOURCE_DIR_MATPLOTPLUSPLUS to a source tree.
  FetchContent_Declare(matplotplusplus
                       GIT_REPOSITORY https://github.com/alandefreitas/matplotplusplus.git
                       GIT_TAG 24eab5f285af7613f34f08e99c459808f015030f
                       SYSTEM)
  set(MATPLOTPP_BUILD_EXAMPLES OFF CACHE BOOL "" FORCE)
  set(MATPLOTPP_BUILD_TESTS OFF CACHE BOOL "" FORCE)
  set(MATPLOTPP_BUILD_INSTALLER OFF CACHE BOOL "" FORCE)
  set(MATPLOTPP_BUILD_PACKAGE OFF CACHE BOOL "" FORCE)
  set(MATPLOTPP_BUILD_HIGH_RESOLUTION_WORLD_MAP OFF CACHE BOOL "" FORCE)
  FetchContent_MakeAvailable(matplotplusplus)
  if(NOT TARGET Matplot++::matplot)
    message(FATAL_ERROR "TYCHO_MATPLOT=fetch: the fetched source has no target Matplot++::matplot; "
                        "set FETCHCONTENT_SOURCE_DIR_MATPLOTPLUSPLUS to one of version 1.2.2, or TYCHO_MATPLOT=find")
  endif()
elseif(NOT TYCHO_MATPLOT STREQUAL "off")
  message(FATAL_ERROR "TYCHO_MATPLOT is '${TYCHO_MATPLOT}'; allowed are find, fetch and off")
endif()
