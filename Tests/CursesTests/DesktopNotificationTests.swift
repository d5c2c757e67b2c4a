import TerminalUI
import Testing

@testable import Curses

@Suite(.timeLimit(.minutes(15))) struct DesktopNotificationTests {
  private func sent(
    _ title: String, _ text: String, _ sequence: DesktopNotification.Sequence, _ glyphs: GlyphSet = .unicode
  ) -> String {
    String(
      decoding: DesktopNotification(title: title, text: text).bytes(sequence, glyphs: glyphs), as: UTF8.self)
  }

  @Test func `there are two sequences`() {
    #expect(sent("Build failed", "exit code 1", .text) == "\u{1B}]9;Build failed: exit code 1\u{07}")
    #expect(
      sent("Build failed", "exit code 1", .titleAndText) == "\u{1B}]777;notify;Build failed;exit code 1\u{07}"
    )
    #expect(sent("Build failed", "", .text) == "\u{1B}]9;Build failed\u{07}")
    #expect(sent("Build failed", "", .titleAndText) == "\u{1B}]777;notify;Build failed\u{07}")
  }

  @Test func `text cannot end the sequence`() {
    let wild = "a\u{07}b\u{1B}\\c;d\nе\u{9C}f\u{9D}g\u{202E}h\u{2028}i\u{7F}j\0"
    for sequence in [DesktopNotification.Sequence.text, .titleAndText] {
      let text = sent("4;1", wild, sequence)
      let inside = text.dropFirst(2).dropLast(1)
      #expect(
        inside.unicodeScalars.allSatisfy { !$0.properties.isDefaultIgnorableCodePoint && $0.value >= 0x20 })
      #expect(!inside.unicodeScalars.contains { (0x7F...0x9F).contains($0.value) })
      #expect(inside.split(separator: ";").count == (sequence == .text ? 2 : 4))
    }
    #expect(sent("4;1", "a\u{1B}]0;b\u{07}", .text) == "\u{1B}]9;4,1: a ]0,b \u{07}")
  }

  @Test func `a terminal that is not UTF-8 gets ASCII`() {
    #expect(sent("信号", "é x", .text, .ascii) == "\u{1B}]9;??: ? x\u{07}")
    #expect(sent("信号", "é x", .text) == "\u{1B}]9;信号: é x\u{07}")
  }

  @Test func `a long text is truncated`() {
    #expect(sent("x", String(repeating: "y", count: 9_999), .text).utf8.count < 300)
  }
}

@Suite(.timeLimit(.minutes(15))) struct MultiplexerTests {
  private func wrapped(_ text: String, _ multiplexer: Multiplexer) -> String {
    String(decoding: multiplexer.wrapping(Array(text.utf8)), as: UTF8.self)
  }

  @Test func `a sequence is wrapped for the multiplexer`() {
    let sequence = "\u{1B}]9;hello\u{07}"
    #expect(wrapped(sequence, .none) == sequence)
    #expect(wrapped(sequence, .tmux) == "\u{1B}Ptmux;\u{1B}\u{1B}]9;hello\u{07}\u{1B}\\")
    #expect(wrapped(sequence, .screen) == "\u{1B}P\u{1B}]9;hello\u{07}\u{1B}\\")
  }

  @Test func `screen gets a long sequence in parts`() {
    let pieces = wrapped(String(repeating: "x", count: 1_100), .screen).split(separator: "\u{1B}\\")
    #expect(pieces.map(\.count) == [514, 514, 78])
    #expect(pieces.allSatisfy { $0.hasPrefix("\u{1B}P") })
  }
}
