import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(15))) struct KeyHintsTests {
  private let hints = KeyHints([
    .init(key: "Enter", word: "press"), .init(key: "?", word: "help"), .init(key: "q", word: "quit"),
  ])

  @Test(arguments: [
    (0, ""), (1, ""), (10, ""), (11, "Enter press"), (18, "Enter press"), (19, "Enter press  ? help"),
    (27, "Enter press  ? help  q quit"), (40, "Enter press  ? help  q quit"),
  ])
  func `hints that do not fit are omitted, the last first`(width: Int, text: String) {
    #expect(picture(of: hints, width).text == text)
  }

  @Test func `the key and the word have different styles`() {
    #expect(picture(of: hints, 11).styles(legend: [.key: "K", .dim: "d"]) == "KKKKKdddddd")
  }

  @Test func `wide characters take two columns`() {
    let wide = KeyHints([.init(key: "q", word: "終了")])
    #expect(picture(of: wide, 5).text == "")
    #expect(picture(of: wide, 6).text == "q 終了")
  }
}
