#include "harness/cli/inherited.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <initializer_list>

#include "harness/cli/exit_code.hpp"

namespace tycho::cli {

void make_inherited_safe() {
  // In ascending order: open() takes the lowest number that is free.
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) != -1) continue;
    if (::open("/dev/null", O_RDWR) != stream) ::_exit(kCannotWrite);  // nowhere to say why
  }
  std::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace tycho::cli
