import Testing

@testable import Curses

@Suite(.timeLimit(.minutes(15))) struct TerminalFallbackTests {
  @Test(arguments: [
    ("xterm-kitty", "xterm-256color"), ("XTERM-GHOSTTY", "xterm-256color"), ("foot-extra", "xterm-256color"),
    ("alacritty", "xterm-256color"), ("st-256color", "xterm-256color"), ("tmux-direct", "tmux-256color"),
    ("screen.xterm-kitty", "screen-256color"), ("rxvt-new", "rxvt-unicode-256color"),
    ("linux-fancy", "linux"), ("stumpy", "vt100"), ("vt999", "vt100"),
  ])
  func `an unknown terminal is used as a similar one`(name: String, entry: String) {
    #expect(TerminalFallback.entries(for: name).first == entry)
    #expect(TerminalFallback.entries(for: name).last == "vt100")
  }
}
