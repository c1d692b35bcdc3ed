# The header of libraries that `tycho run --implementation` takes, and the CMake package
# tycho_implementation (target tycho::implementation), which is the header's folder.
include(CMakePackageConfigHelpers)
add_library(tycho_implementation INTERFACE)
target_include_directories(tycho_implementation INTERFACE
  $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/library/include> $<INSTALL_INTERFACE:include>)
set_target_properties(tycho_implementation PROPERTIES EXPORT_NAME implementation)
set(implementation_package ${CMAKE_INSTALL_LIBDIR}/cmake/tycho_implementation)
install(FILES library/include/tycho/implementation.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tycho COMPONENT tycho)
install(TARGETS tycho_implementation EXPORT tycho_implementation COMPONENT tycho)
install(EXPORT tycho_implementation NAMESPACE tycho:: DESTINATION ${implementation_package}
        FILE tycho_implementationConfig.cmake COMPONENT tycho)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/tycho_implementationConfigVersion.cmake
                                 COMPATIBILITY SameMajorVersion ARCH_INDEPENDENT)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/tycho_implementationConfigVersion.cmake
        DESTINATION ${implementation_package} COMPONENT tycho)
