internal import Curses

extension DesktopNotification.Sequence {
  /// The names of terminals that support the sequence with a title.
  private static let knowsTitles = ["foot", "rxvt", "ghostty", "wezterm", "konsole", "contour"]

  /// The best sequence for the terminal, as far as the environment identifies it.
  init(environment: [String: String]) {
    let names = ["TERM", "TERM_PROGRAM", "LC_TERMINAL"].compactMap { environment[$0]?.lowercased() }
    let isKnown = names.contains { name in Self.knowsTitles.contains { name.contains($0) } }
    self =
      isKnown || environment["VTE_VERSION"] != nil || environment["KONSOLE_VERSION"] != nil
      ? .titleAndText : .text
  }
}
