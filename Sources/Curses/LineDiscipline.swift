#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// How the system treats what is typed before a program sees it: `termios`.
struct LineDiscipline {
  let descriptor: Int32
  var settings: termios

  /// The settings now; nil if the descriptor is no terminal.
  init?(of descriptor: Int32) {
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else { return nil }
    self.descriptor = descriptor
    self.settings = settings
  }

  /// Lets Ctrl-S, Ctrl-Q, Ctrl-V and Ctrl-O through as keys. Ctrl-S would otherwise freeze the program in its next write.
  /// Ctrl-C, Ctrl-Z and Ctrl-\ remain signals.
  mutating func allowControlKeys() {
    settings.c_iflag &= ~tcflag_t(IXON)
    settings.c_lflag &= ~tcflag_t(IEXTEN)
  }

  /// Makes these the settings, once everything written so far has been sent.
  func apply() {
    var settings = settings
    tcsetattr(descriptor, TCSADRAIN, &settings)
  }
}
