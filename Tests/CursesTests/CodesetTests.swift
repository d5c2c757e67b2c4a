import TerminalUI
import Testing

@testable import Curses

@Suite(.timeLimit(.minutes(15))) struct CodesetTests {
  @Test(arguments: ["UTF-8", "utf8", "utf-8"])
  func `unicode is drawn with unicode`(name: String) {
    #expect(Codeset(name: name).glyphs(onTerminal: "xterm") == .unicode)
  }

  @Test(arguments: ["ANSI_X3.4-1968", "ISO-8859-1", "US-ASCII", "UTF-16", ""])
  func `other encodings are drawn with ASCII`(name: String) {
    #expect(Codeset(name: name).glyphs(onTerminal: "linux") == .ascii)
  }

  @Test(arguments: ["linux", "linux-16color"])
  func `the console of Linux has glyphs of its own`(terminal: String) {
    #expect(Codeset.utf8.glyphs(onTerminal: terminal) == .console)
  }
}
