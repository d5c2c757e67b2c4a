import TerminalUI
import Testing

@testable import Curses

@Suite(.timeLimit(.minutes(15))) struct KeyDecoderTests {
  private var decoder = KeyDecoder()

  private mutating func events(_ text: String) -> [InputEvent] {
    decoder.decode(text.utf8.map(InputUnit.byte))
  }

  @Test mutating func `letters are keys`() {
    #expect(events("aß日") == [.key(.character("a")), .key(.character("ß")), .key(.character("日"))])
  }

  @Test mutating func `a letter with a combining mark is one key`() {
    #expect(events("e\u{301}") == [.key(.character("e\u{301}"))])
  }

  @Test mutating func `control bytes are keys`() {
    #expect(events("\u{01}\u{1A}") == [.key(.control("a")), .key(.control("z"))])
    #expect(events("\r\n\t\u{7F}\u{08}") == [.enter, .enter, .tab, .backspace, .backspace].map { .key($0) })
    #expect(events("\u{00}\u{1C}\u{1F}") == [.control("@"), .control("\\"), .control("_")].map { .key($0) })
  }

  @Test mutating func `escape alone is a key`() {
    #expect(events("\u{1B}") == [.key(.escape)])
  }

  @Test(arguments: [("1", Key.home), ("7", .home), ("4", .end), ("8", .end)])
  mutating func `Home and End are known without a description of the terminal`(number: String, key: Key) {
    #expect(events("\u{1B}[\(number)~") == [.key(key)])
    #expect(events("\u{1B}[\(number);5~") == [])
  }

  @Test mutating func `escape twice is two keys`() {
    #expect(events("\u{1B}\u{1B}") == [.key(.escape), .key(.escape)])
  }

  @Test(arguments: [
    "\u{1B}q",  // Alt-Q
    "\u{1B}[99;5q",  // a sequence that ends in what would quit
    "\u{1B}[?1;2q", "\u{1B}[>0;276;0q", "\u{1B}[1 q",
    "\u{1B}Oq",  // the keypad
    "\u{1B}[[q",  // a function key of the Linux console
    "\u{1B}]11;rgb:0000/0000/qqqq\u{07}", "\u{1B}]11;q\u{1B}\\", "\u{1B}P1+rq\u{1B}\\",
    "\u{1B}[", "\u{1B}O", "\u{1B}]q",  // Alt with a key
  ])
  func `an unknown sequence presses nothing`(sequence: String) {
    var decoder = KeyDecoder()
    let before = decoder.decode(sequence.utf8.map(InputUnit.byte))
    let after = decoder.decode([.byte(UInt8(ascii: "a"))])
    #expect(before == [])
    #expect(after == [.key(.character("a"))])
  }

  @Test mutating func `a split sequence is joined`() {
    #expect(events("\u{1B}[99;") == [])
    #expect(events("99qa") == [.key(.character("a"))])
  }

  @Test mutating func `an incomplete sequence ends at the next`() {
    #expect(events("\u{1B}[99;") == [])
    #expect(events("\u{1B}") == [.key(.escape)])
    #expect(events("a") == [.key(.character("a"))])
  }

  @Test(arguments: ["\u{1B}]", "\u{1B}]0;title", "\u{1B}P", "\u{1B}]\u{1B}", "\u{1B}P+\u{1B}\u{1B}"])
  func `an unfinished string swallows no sequence and no key after it`(start: String) {
    var decoder = KeyDecoder()
    let typed = start + "\u{1B}[<0;5;3M\u{0C}"
    let events = decoder.decode(typed.utf8.map(InputUnit.byte))
    #expect(events.last == .key(.control("l")))
    #expect(events.count == 2)
  }

  @Test(arguments: ["[A", "OA", "[<0;5;3", "[200~q\r", "[1;5q"])
  func `the rest of a sequence whose ESC came alone presses no key`(rest: String) {
    var decoder = KeyDecoder()
    #expect(decoder.decode([.byte(0x1B)]) == [.key(.escape)])
    #expect(decoder.decode(rest.utf8.map(InputUnit.byte)) == [])
  }

  @Test(arguments: ["[", "O", "q", "é"])
  func `a key after the Escape key is pressed`(key: String) {
    var decoder = KeyDecoder()
    #expect(decoder.decode([.byte(0x1B)]) == [.key(.escape)])
    #expect(decoder.decode(key.utf8.map(InputUnit.byte)) == [.key(.character(Character(key)))])
    #expect(decoder.decode([.byte(UInt8(ascii: "q"))]) == [.key(.character("q"))])
  }

  @Test mutating func `marks of a paste whose ESC came alone count`() {
    #expect(events("\u{1B}") == [.key(.escape)])
    #expect(events("[200~qy\u{1B}") == [.paste("qy")])
    #expect(events("[201~q") == [.key(.character("q"))])
  }

  @Test mutating func `keys after a sequence are pressed`() {
    #expect(events("\u{1B}[99qa") == [.key(.character("a"))])
    #expect(events("\u{1B}[1\u{1B}[2qb") == [.key(.character("b"))])
  }

  @Test mutating func `alt with a named key presses nothing`() {
    #expect(decoder.decode([.byte(0x1B), .key(.up), .key(.down)]) == [.key(.down)])
  }

  @Test mutating func `clicks are events`() {
    #expect(
      events("\u{1B}[<0;5;3M\u{1B}[<0;5;3ma") == [
        .mouse(MouseEvent(.press(.left), at: Point(x: 4, y: 2))),
        .mouse(MouseEvent(.release(.left), at: Point(x: 4, y: 2))), .key(.character("a")),
      ])
  }

  @Test mutating func `a release in the oldest encoding is of the button pressed`() {
    #expect(
      events("\u{1B}[M\"%#\u{1B}[M#%#q") == [
        .mouse(MouseEvent(.press(.right), at: Point(x: 4, y: 2))),
        .mouse(MouseEvent(.release(.right), at: Point(x: 4, y: 2))), .key(.character("q")),
      ])
  }

  @Test(arguments: ["\u{1B}[<0;5;3M", "\u{1B}[M %#"])
  func `a split click is joined`(report: String) {
    let bytes = report.utf8.map(InputUnit.byte)
    for place in 3..<bytes.count {
      var decoder = KeyDecoder()
      #expect(decoder.decode(Array(bytes[..<place])) == [])
      #expect(
        decoder.decode(Array(bytes[place...])) == [.mouse(MouseEvent(.press(.left), at: Point(x: 4, y: 2)))])
    }
  }

  @Test mutating func `escape before a click is a key`() {
    let click = MouseEvent(.press(.left), at: Point(x: 4, y: 2))
    #expect(events("\u{1B}\u{1B}[<0;5;3M") == [.key(.escape), .mouse(click)])
  }

  @Test mutating func `a split character is joined`() {
    #expect(decoder.decode([.byte(0x61), .byte(0xE6), .byte(0x97)]) == [.key(.character("a"))])
    #expect(decoder.decode([.byte(0xA5)]) == [.key(.character("日"))])
  }

  @Test mutating func `invalid UTF-8 presses nothing`() {
    #expect(
      decoder.decode([.byte(0xFF), .byte(0x61), .byte(0xC3), .byte(0x62)]).suffix(1) == [
        .key(.character("b"))
      ])
    #expect(events("\u{85}") == [])
  }

  @Test mutating func `a sequence read in two parts is one`() {
    let first = "\u{1B}[9".utf8.map(InputUnit.byte)
    #expect(decoder.decode(first, isWholeDrain: false) == [])
    #expect(events("9qa") == [.key(.character("a"))])
  }

  @Test mutating func `keys pass in order`() {
    #expect(
      decoder.decode([.byte(0x61), .key(.up), .other, .byte(0x62)])
        == [.key(.character("a")), .key(.up), .key(.character("b"))])
  }

  @Test mutating func `pasted text is one event`() {
    #expect(events("\u{1B}[200~quit\rq\u{1B}[201~k") == [.paste("quit\nq"), .key(.character("k"))])
  }

  @Test mutating func `sequences, keys and clicks in a paste are removed`() {
    #expect(events("\u{1B}[200~a\u{1B}[31mb\u{1B}]0;x\u{07}c\u{1B}[<0;1;1Md\u{1B}[201~") == [.paste("abcd")])
  }

  @Test mutating func `a paste may arrive in many parts`() {
    #expect(events("\u{1B}[200~a") == [])
    #expect(decoder.decode([.byte(0x62), .key(.up)]) == [])
    #expect(events("c\u{1B}[20") == [])
    #expect(events("1~d") == [.paste("abc"), .key(.character("d"))])
  }

  @Test mutating func `the escape key ends a paste whose end was lost`() {
    #expect(events("\u{1B}[200~a") == [])
    #expect(events("\u{1B}") == [.paste("a")])
    #expect(events("b") == [.key(.character("b"))])
  }

  @Test mutating func `an empty paste is no event`() {
    #expect(events("\u{1B}[200~\u{1B}[201~\u{1B}[201~") == [])
  }
}
