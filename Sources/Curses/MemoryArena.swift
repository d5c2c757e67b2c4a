internal import CNcurses

/// From where all threads take their memory.
public enum MemoryArena {
  /// Makes all threads share one arena. To be called before there is a second thread.
  ///
  /// The C library of Linux gives threads arenas of their own, up to eight for each processor. The main queue
  /// wanders between threads, so each arena would keep free what it needed in its busiest moment, and memory
  /// would grow until all of them had seen one. Our threads seldom ask at the same time.
  public static func share() { curses_share_arena() }
}
