# Header, both libraries, the CMake package tycho_g6 (targets tycho::g6 and tycho::g6_static) and
# tycho_g6.pc. `cmake --install build --component g6` installs these alone.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tycho_g6)
install(FILES include/tycho_g6.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT g6)
foreach(linking g6 g6_static)
  install(TARGETS tycho_${linking} EXPORT tycho_${linking} COMPONENT g6
          LIBRARY NAMELINK_COMPONENT g6)
  install(EXPORT tycho_${linking} NAMESPACE tycho:: DESTINATION ${package_dir} COMPONENT g6
          FILE tycho_${linking}_targets.cmake)
endforeach()
configure_package_config_file(package.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/tycho_g6Config.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/tycho_g6ConfigVersion.cmake
                                 COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/tycho_g6Config.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/tycho_g6ConfigVersion.cmake
        DESTINATION ${package_dir} COMPONENT g6)

list(TRANSFORM private_libraries PREPEND -l OUTPUT_VARIABLE pc_private)
list(JOIN pc_private " " pc_private)
if(TYCHO_HAVE_CUDA)
  set(pc_private "-L${CUDAToolkit_LIBRARY_DIR} -lcudart_static ${pc_private}")
endif()
file(RELATIVE_PATH pc_back /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
configure_file(tycho_g6.pc.in ${CMAKE_CURRENT_BINARY_DIR}/tycho_g6.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/tycho_g6.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT g6)
