internal import Curses

extension DesktopNotification.Sequence {
  /// Names of terminals that know the sequence with a title.
  private static let knowsTitles = ["foot", "rxvt", "ghostty", "wezterm", "konsole", "contour"]

  /// The sequence that the terminal supports best, as far as the environment names the terminal.
  init(environment: [String: String]) {
    let names = ["TERM", "TERM_PROGRAM", "LC_TERMINAL"].compactMap { environment[$0]?.lowercased() }
    let isKnown = names.contains { name in Self.knowsTitles.contains { name.contains($0) } }
    self =
      isKnown || environment["VTE_VERSION"] != nil || environment["KONSOLE_VERSION"] != nil
      ? .titleAndText : .text
  }
}
