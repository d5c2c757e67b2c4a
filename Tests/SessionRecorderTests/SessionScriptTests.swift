import Foundation
import TerminalUI
import Testing

@testable import SessionRecorder

@Suite(.timeLimit(.minutes(15))) struct SessionScriptTests {
  @Test func `steps are in the order of the script`() throws {
    let script = try SessionScript(
      """
      # A comment, and an empty line.

      size 40x10
      board examples/demo.yml
      open demo --no-color
      wait q quit
      press s Ctrl-L Enter
      type a b
      pause 250
      """)
    #expect(script.size == Size(width: 40, height: 10))
    #expect(
      script.steps == [
        .board("examples/demo.yml"), .open(["demo", "--no-color"]), .wait("q quit"), .type("s"),
        .type("\u{0C}"), .type("\r"),
        .type("a b"), .pause(.milliseconds(250)),
      ])
  }

  @Test(arguments: [
    ("\nshout x", "line 2: unknown step \"shout\""), ("size 80", "line 1: a size is written as 80x24"),
    ("pause long", "line 1: a pause is a number of milliseconds"),
    ("press F13x", "line 1: the key \"F13x\" is not supported"),
  ])
  func `a mistake is reported with its line`(_ text: String, _ message: String) {
    #expect { try SessionScript(text) } throws: { "\($0)" == message }
  }
}
