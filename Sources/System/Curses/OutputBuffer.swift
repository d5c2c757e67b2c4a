internal import CNcurses
internal import Processes
internal import TerminalUI

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Makes the output buffer of ncurses large enough for a frame in a single write.
///
/// ncurses allocates its output buffer once, for the initial size of the screen: (lines + 2) × (columns + 6)
/// bytes. After the window was enlarged, a frame would take many writes. So ncurses is started with a large
/// screen, which is resized to the actual size before anything is drawn.
enum OutputBuffer {
  /// A buffer of 26 kilobytes. The fewer lines, the longer ncurses takes to shrink the screen.
  private static let startingSize = (lines: 50, columns: 500)

  /// Runs a closure that calls `newterm`; call `shrinkScreen` afterwards. Values of `LINES` and `COLUMNS`
  /// that a shell has exported may be outdated: they are ignored, and restored.
  static func withRoomForFrames<Result>(_ body: () -> Result) -> Result {
    let names = ["LINES", "COLUMNS"]
    let earlier = names.map { getenv($0).map { String(cString: $0) } }
    use_env(true)
    use_tioctl(false)
    setenv("LINES", "\(startingSize.lines)", 1)
    setenv("COLUMNS", "\(startingSize.columns)", 1)
    defer {
      for (name, value) in zip(names, earlier) {
        if let value { setenv(name, value, 1) } else { unsetenv(name) }
      }
    }
    return body()
  }

  /// Resizes the screen to its actual size, and returns the two megabytes of the large screen to the system.
  static func shrinkScreen(to size: Size) {
    resize_term(Int32(size.height), Int32(size.width))
    MemoryArena.releaseFreeMemory()
  }
}
