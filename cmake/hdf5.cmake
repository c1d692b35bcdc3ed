# tycho_hdf5: HDF5's C library, for snapshots; without it they are refused with the reason. Found by
# file: CMake's own module needs a C compiler.
find_path(HDF5_INCLUDE_DIR hdf5.h PATH_SUFFIXES hdf5/serial)
find_library(TYCHO_hdf5 NAMES hdf5 hdf5_serial PATH_SUFFIXES hdf5/serial)
if(HDF5_INCLUDE_DIR AND TYCHO_hdf5)
  add_library(tycho_hdf5 INTERFACE)
  target_include_directories(tycho_hdf5 SYSTEM INTERFACE ${HDF5_INCLUDE_DIR})
  target_link_libraries(tycho_hdf5 INTERFACE ${TYCHO_hdf5})
else()
  message(STATUS "tycho: building without snapshots, since HDF5 was not found (libhdf5-dev)")
endif()
