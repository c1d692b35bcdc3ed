// Processes that a child started and left behind. Ranks have process groups of their own, so a
// signal to the child's group misses them; and they may live on for seconds after their launcher.
// While one of these objects lives, whatever loses its parent becomes a child of this process,
// which can end it and see that it is gone.
#pragma once

namespace tycho::campaign {

class Orphans {
 public:
  /// Takes in orphans from now on.
  Orphans();
  ~Orphans();
  Orphans(const Orphans&) = delete;
  Orphans& operator=(const Orphans&) = delete;

  /// Ends every child that this process has, and returns when all are gone. Throws NoRoom
  /// (harness/campaign/room.hpp) where one does not end.
  void end_all() const;
};

}  // namespace tycho::campaign
