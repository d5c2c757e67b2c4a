#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The settings of a terminal line (`termios`): how the kernel processes input before a program reads it.
struct LineDiscipline {
  let descriptor: Int32
  var settings: termios

  /// Reads the current settings; nil if the descriptor is not a terminal.
  init?(of descriptor: Int32) {
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else { return nil }
    self.descriptor = descriptor
    self.settings = settings
  }

  /// Delivers Ctrl-S, Ctrl-Q, Ctrl-V and Ctrl-O as keys. Otherwise, Ctrl-S would block the program in its
  /// next write. Ctrl-C is a key as well, so that the program can ask before it ends. Ctrl-Z and Ctrl-\ still
  /// send signals.
  mutating func allowControlKeys() {
    settings.c_iflag &= ~tcflag_t(IXON)
    settings.c_lflag &= ~tcflag_t(IEXTEN)
    let disabled = cc_t(truncatingIfNeeded: fpathconf(descriptor, Int32(_PC_VDISABLE)))
    withUnsafeMutableBytes(of: &settings.c_cc) { $0[Int(VINTR)] = disabled }
  }

  /// Applies the settings after all pending output has been transmitted.
  func apply() {
    var settings = settings
    tcsetattr(descriptor, TCSADRAIN, &settings)
  }
}
