import Foundation
import Testing

@testable import Curses

@Suite(.timeLimit(.minutes(15))) struct ClipboardTests {
  private func sequence(_ text: String, _ multiplexer: Multiplexer = .none) -> String? {
    Clipboard.bytes(for: text, through: multiplexer).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `a text goes out in base64`() {
    #expect(sequence("run 1") == "\u{1B}]52;c;cnVuIDE=\u{07}")
    #expect(sequence("信\n号") == "\u{1B}]52;c;5L+hCuWPtw==\u{07}")
  }

  @Test func `tmux gets it once for itself and once to pass on`() {
    #expect(
      sequence("a", .tmux)
        == "\u{1B}]52;c;YQ==\u{07}" + "\u{1B}Ptmux;\u{1B}\u{1B}]52;c;YQ==\u{07}\u{1B}\\")
  }

  @Test func `screen gets it in strings that it can hold`() throws {
    let text = String(repeating: "x", count: 3_000)
    let sequence = try #require(self.sequence(text, .screen))
    let parts = sequence.components(separatedBy: "\u{1B}\\").filter { !$0.isEmpty }
    #expect(!parts.isEmpty && parts.allSatisfy { $0.hasPrefix("\u{1B}P") && $0.utf8.count <= 514 })
    let joined = parts.map { $0.dropFirst(2) }.joined()
    #expect(joined == self.sequence(text))
  }

  @Test func `what a terminal would not take is not sent`() {
    #expect(sequence(String(repeating: "x", count: Clipboard.limit))?.utf8.count == 100_000)
    #expect(sequence(String(repeating: "x", count: Clipboard.limit + 1)) == nil)
  }
}
