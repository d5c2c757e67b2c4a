package import TerminalUI

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The size of a terminal, as the kernel knows it.
package enum WindowSize {
  /// Nil if the descriptor is no terminal, or its size is unknown, as on some serial lines.
  package static func of(_ descriptor: Int32) -> Size? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return nil
    }
    return Size(width: Int(size.ws_col), height: Int(size.ws_row))
  }
}
