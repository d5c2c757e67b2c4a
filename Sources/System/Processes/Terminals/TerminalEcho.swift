#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What a program has set for the keys of its terminal.
struct TerminalEcho: Sendable, Equatable {
  /// Whether a line is passed to the program when it is complete, as usual; otherwise each key at once.
  var isCanonical = true
  /// Whether the terminal shows what is typed.
  var isOn = true

  init(isCanonical: Bool = true, isOn: Bool = true) {
    self.isCanonical = isCanonical
    self.isOn = isOn
  }

  /// Reads the present settings; nil if that is not possible.
  /// - Parameter descriptor: Any side of the terminal.
  init?(of descriptor: Int32) {
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else { return nil }
    isCanonical = settings.c_lflag & tcflag_t(ICANON) != 0
    isOn = settings.c_lflag & tcflag_t(ECHO) != 0
  }

  /// The byte that the key Enter sends: what reads keys itself expects that of a keyboard.
  var enter: UInt8 { isCanonical ? UInt8(ascii: "\n") : UInt8(ascii: "\r") }
}
