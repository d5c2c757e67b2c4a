#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The settings of a terminal line that a program can change: the flags and special characters of `termios`.
public struct LineSettings: Hashable, Sendable {
  public let input, output, control, local: UInt
  public let characters: [UInt8]

  /// True if input is edited by lines and echoed, as in a shell.
  public var isCanonical: Bool { local & UInt(ICANON) != 0 && local & UInt(ECHO) != 0 }

  init?(descriptor: Int32) {
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else { return nil }
    input = UInt(settings.c_iflag)
    output = UInt(settings.c_oflag)
    control = UInt(settings.c_cflag)
    local = UInt(settings.c_lflag)
    characters = withUnsafeBytes(of: settings.c_cc) { Array($0) }
  }
}
