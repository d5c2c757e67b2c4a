/// Which terminals resemble one that terminfo does not know.
///
/// A name that is unknown on this machine is common after `ssh`: terminals such as kitty and foot have
/// entries of their own, which older systems lack.
enum TerminalFallback {
  /// How names begin, and the entries that their terminals understand, the best first.
  private static let families: [(prefixes: [String], entries: [String])] = [
    (["tmux"], ["tmux-256color", "screen-256color", "screen"]),
    (["screen"], ["screen-256color", "screen"]),
    (["rxvt"], ["rxvt-unicode-256color", "rxvt"]),
    (["linux"], ["linux"]),
    (
      [
        "xterm", "kitty", "foot", "alacritty", "wezterm", "ghostty", "contour", "konsole", "gnome", "vte",
        "iterm", "mintty", "putty", "rio", "st-", "stterm",
      ], ["xterm-256color", "xterm"]
    ),
  ]

  /// The entries to try for a name, the best first. Nearly every terminal understands the last one.
  static func entries(for name: String) -> [String] {
    let name = name.lowercased()
    let family = families.first { $0.prefixes.contains { name.hasPrefix($0) } }
    return (family?.entries ?? []) + ["vt100"]
  }
}
