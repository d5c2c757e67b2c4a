import Testing

@testable import signalbox

@Suite(.timeLimit(.minutes(15))) struct CopiedTextTests {
  @Test(
    arguments: [
      (.tmux, "/tmp/c", "2 lines copied to a tmux buffer, also in /tmp/c"),
      (.terminal, "/tmp/c", "2 lines sent to the terminal (OSC 52), also in /tmp/c"),
      (.terminal, nil, "2 lines sent to the terminal (OSC 52)"),
      (nil, "/tmp/c", "2 lines in /tmp/c, not in the clipboard"),
      (nil, nil, "Could not copy 2 lines: no clipboard, and no file to write"),
    ] as [(CopiedText.Place?, String?, String)])
  func `the message only claims what is known`(place: CopiedText.Place?, file: String?, words: String) {
    #expect(CopiedText("a\nb", in: place, file: file).message == words)
  }

  @Test func `one line is one line`() {
    #expect(CopiedText("a", in: .tmux, file: nil).message == "1 line copied to a tmux buffer")
  }
}
