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

  private let groups = KeyHints([
    .init(key: "?", word: "help"), .init(key: "z", word: "zoom", group: 2),
    .init(key: "Enter", word: "press", group: 1), .init(key: "q", word: "quit"),
    .init(key: "R", word: "restart", group: 1),
  ])

  @Test(arguments: [
    (5, ""), (6, "? help"), (14, "? help"), (15, "? help │ z zoom"), (28, "? help │ z zoom"),
    (29, "? help │ Enter press │ z zoom"), (36, "? help │ Enter press │ z zoom"),
    (37, "? help  q quit │ Enter press │ z zoom"),
    (60, "? help  q quit │ Enter press  R restart │ z zoom"),
  ])
  func `the most important hints that fit are drawn in groups`(width: Int, text: String) {
    #expect(picture(of: groups, width).text == text)
  }

  @Test func `the hint at a point is the one that is drawn there`() {
    let area = Rect(x: 3, y: 1, width: 60, height: 1)
    #expect(groups.index(at: Point(x: 3, y: 1), in: area) == 0)
    #expect(groups.index(at: Point(x: 12, y: 1), in: area) == 3)
    #expect(groups.index(at: Point(x: 18, y: 1), in: area) == nil)
    #expect(groups.index(at: Point(x: 20, y: 1), in: area) == 2)
    #expect(groups.index(at: Point(x: 33, y: 1), in: area) == 4)
    #expect(groups.index(at: Point(x: 48, y: 1), in: area) == 1)
    #expect(groups.index(at: Point(x: 12, y: 0), in: area) == nil)
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
