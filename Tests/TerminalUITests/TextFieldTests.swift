import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(15))) struct TextFieldTests {
  private func field(_ text: String, _ keys: Key...) -> TextField {
    var field = TextField(text)
    for key in keys { _ = field.take(key) }
    return field
  }

  private func drawn(_ field: TextField, _ width: Int) -> (text: String, cursor: String) {
    let frame = picture(of: field, width, 1)
    return (frame.text, frame.styles(legend: [Style(attributes: .reverse): "^"]))
  }

  @Test func `typed text is inserted at the cursor`() {
    #expect(field("ab", .left, .character("x")).text == "axb")
    #expect(field("ab", .home, .character("x"), .end, .character("y")).text == "xaby")
    #expect(field("ab", .home, .right, .character("x")).text == "axb")
  }

  @Test func `keys delete a character, a word, or all before the cursor`() {
    #expect(field("abc", .backspace).text == "ab")
    #expect(field("", .backspace, .delete, .left, .right, .control("w")).text == "")
    #expect(field("abc", .home, .delete).text == "bc")
    #expect(field("no such  file ", .control("w")).text == "no such  ")
    #expect(field("abc", .left, .control("u")).text == "c")
    #expect(field("abc", .home, .right, .control("k")).text == "a")
  }

  @Test func `keys other than editing keys are not handled`() {
    var field = TextField("a")
    for key in [Key.enter, .escape, .up, .function(1), .control("c"), .tab] {
      let isTaken = field.take(key)
      #expect(!isTaken)
    }
    #expect(field == TextField("a"))
  }

  @Test func `pasted text becomes one line without control characters, up to a limit`() {
    var field = TextField()
    field.insert("a\nb\tc\u{1B}\r\nd")
    #expect(field.text == "a b c d")
    field.insert(String(repeating: "x", count: 1_000))
    #expect(field.text.count == TextField.limit)
  }

  @Test func `a mark joins the letter before it`() {
    #expect(field("e", .character("\u{301}"), .backspace).text == "")
  }

  @Test func `the cursor is a reversed cell`() {
    #expect(drawn(field("ab", .left), 6) == ("ab", " ^"))
    #expect(drawn(field("ab"), 6) == ("ab", "  ^"))
    #expect(drawn(field("a信号", .left), 8) == ("a信号", "   ^^"))
  }

  @Test func `a long text is shown around the cursor`() {
    #expect(drawn(field("abcdefgh"), 4) == ("fgh", "   ^"))
    #expect(drawn(field("abcdefgh", .home), 4) == ("abcd", "^"))
    #expect(drawn(field("ab信号"), 4) == ("号", "  ^"))
    #expect(drawn(field("ab"), 0).text == "")
    #expect(drawn(field("ab"), 1).cursor == "^")
  }
}
