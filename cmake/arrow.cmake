# tycho_arrow: Apache Arrow's C++ libraries with Parquet, for `tycho export --parquet`, which is refused
# with the reason where there are none. By their CMake packages, else by file: pyarrow, Arrow's package of
# Python, has headers and libraries and no CMake package (CONTRIBUTING.md).
find_package(Arrow QUIET CONFIG)
find_package(Parquet QUIET CONFIG)
find_path(TYCHO_arrow_include parquet/arrow/writer.h)
find_library(TYCHO_arrow arrow HINTS ${TYCHO_arrow_include}/..)
find_library(TYCHO_parquet parquet HINTS ${TYCHO_arrow_include}/..)
mark_as_advanced(TYCHO_arrow_include TYCHO_arrow TYCHO_parquet)
if(TARGET Arrow::arrow_shared AND TARGET Parquet::parquet_shared)
  add_library(tycho_arrow INTERFACE)
  target_link_libraries(tycho_arrow INTERFACE Parquet::parquet_shared Arrow::arrow_shared)
elseif(TYCHO_arrow_include AND TYCHO_arrow AND TYCHO_parquet)
  add_library(tycho_arrow INTERFACE)
  target_include_directories(tycho_arrow SYSTEM INTERFACE ${TYCHO_arrow_include})
  target_link_libraries(tycho_arrow INTERFACE ${TYCHO_parquet} ${TYCHO_arrow})
else()
  message(STATUS "tycho: building without export to Parquet, since Apache Arrow was not found "
                 "(libarrow-dev and libparquet-dev of arrow.apache.org/install)")
endif()
