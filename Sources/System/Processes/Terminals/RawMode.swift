#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Passes each byte that is typed on a terminal at once and unchanged, and each byte of output unchanged,
/// until the earlier settings are restored.
package struct RawMode: Sendable {
  private let descriptor: Int32
  private let earlier: termios

  /// Reads the present settings; nil if the descriptor is not a terminal.
  package init?(of descriptor: Int32) {
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else { return nil }
    self.descriptor = descriptor
    earlier = settings
  }

  package func begin() {
    var settings = earlier
    cfmakeraw(&settings)
    tcsetattr(descriptor, TCSADRAIN, &settings)
  }

  package func end() {
    var settings = earlier
    // What is typed ahead stays for whoever reads next.
    tcsetattr(descriptor, TCSADRAIN, &settings)
  }
}
