# What a target may include, so that a breach of the dependency rule (README.md) does not compile. No
# target has the source folder among its include folders; it has folders of the build tree in which links
# lead to the parts of the source tree that it may see. `#include "core/vec3.hpp"` is spelt the same
# everywhere.
#
#   tycho_sees(TARGET PUBLIC|PRIVATE|INTERFACE NAME [PATH...])
#
# adds the include folder NAME, which holds the PATHs (folders or files, from the top; without any the
# folder NAME). A name stands for the same paths wherever it is used.
function(tycho_sees target scope name)
  set(paths ${ARGN})
  if(NOT paths)
    set(paths ${name})
  endif()
  string(REPLACE "/" "_" name ${name})
  set(folder ${PROJECT_BINARY_DIR}/include/${name})
  get_property(held GLOBAL PROPERTY tycho_sees_${name})
  if(NOT held)
    # Made anew, so that what is not to be seen any more is gone.
    file(REMOVE_RECURSE ${folder})
    foreach(path ${paths})
      cmake_path(GET path PARENT_PATH parent)
      file(MAKE_DIRECTORY ${folder}/${parent})
      file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${path} ${folder}/${path} SYMBOLIC)
    endforeach()
    set_property(GLOBAL PROPERTY tycho_sees_${name} "${paths}")
  elseif(NOT held STREQUAL "${paths}")
    message(FATAL_ERROR "tycho_sees: ${name} is ${held} and cannot be ${paths} as well")
  endif()
  target_include_directories(${target} ${scope} $<BUILD_INTERFACE:${folder}>)
endfunction()
