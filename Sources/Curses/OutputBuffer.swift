internal import CNcurses
internal import Processes
internal import TerminalUI

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Room for a whole frame in one write.
///
/// ncurses reserves the buffer in which it collects output once, by the size it starts with: (lines + 2) × (columns + 6) bytes.
/// A window made larger later would be drawn in twenty writes. So ncurses is started on a large screen, and told the true
/// size before anything is drawn.
enum OutputBuffer {
  /// 26 kilobytes. The flatter the screen, the longer ncurses takes to shrink it.
  private static let startingSize = (lines: 50, columns: 500)

  /// Runs a body that calls `newterm`; `shrinkScreen` must follow. What a shell may have exported long ago as `LINES` and
  /// `COLUMNS` is not believed, and not changed either.
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

  /// Tells ncurses the true size. The cells of the large screen go back to the system: they are two megabytes.
  static func shrinkScreen(to size: Size) {
    resize_term(Int32(size.height), Int32(size.width))
    MemoryArena.releaseFreeMemory()
  }
}
