internal import CProcess

/// The memory that all threads of this process share.
package enum MemoryArena {
  /// Makes all threads share one arena. Call this before a second thread exists.
  ///
  /// By default the C library of Linux gives each thread an arena of its own, up to eight for each processor.
  /// The main queue moves between threads, so each arena would retain what it needed at its peak, and memory
  /// would grow until every arena had seen one. The threads of this program rarely allocate at the same
  /// moment, so sharing costs little.
  package static func share() { memory_share_arena() }

  /// Returns free memory to the system.
  package static func releaseFreeMemory() { memory_release_free() }
}
