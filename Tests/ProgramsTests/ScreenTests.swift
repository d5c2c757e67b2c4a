import TerminalUI
import Testing

@testable import Programs

/// What programs do with the last screenful. `\e` stands for the escape character.
@Suite(.timeLimit(.minutes(15))) struct ScreenTests {
  private func shown(_ output: String, rows: Int = 24, columns: Int = 80) -> ShownLines {
    ShownLines(
      output.replacing("\\e", with: "\u{1B}"),
      by: OutputDecoder(size: Size(width: columns, height: rows)))
  }

  private func lines(_ output: String, rows: Int = 24, columns: Int = 80) -> [String] {
    shown(output, rows: rows, columns: columns).texts
  }

  private func delivered(_ output: String) -> [OutputLine] {
    var decoder = OutputDecoder()
    return decoder.decode(output.replacing("\\e", with: "\u{1B}").utf8)
  }

  @Test func `text after a carriage return covers as many columns`() {
    #expect(lines("100%\r20%\n") == ["20%%"])
    #expect(lines("日本\rx\n") == ["x 本"])
    #expect(lines("ab\r日\n") == ["日"])
  }

  @Test func `a row is erased to its end, to its start, or as a whole`() {
    #expect(lines("100%\r\\e[K20%\n") == ["20%"])
    #expect(lines("abcdef\\e[3D\\e[1Kx\n") == ["   xef"])
    #expect(lines("abcdef\\e[2Kx\n") == ["      x"])
    #expect(lines("abc\\e[2K\n") == [""])
  }

  @Test func `a line above is changed and keeps its place`() {
    #expect(
      delivered("one\ntwo\nthree\n\\e[3A\\e[2KONE\n") == [
        OutputLine("one"), OutputLine("two"), OutputLine("three"), OutputLine("ONE", replaces: 3),
      ])
    #expect(lines("one\ntwo\n\\e[2Fa\\e[Eb\\e[Ec\n") == ["ane", "bwo", "c"])
  }

  @Test func `a line is delivered when the cursor leaves it or returns to its start`() {
    #expect(delivered("a") == [])
    #expect(delivered("a\r") == [OutputLine("a")])
    #expect(delivered("a\\e[1G") == [OutputLine("a")])
    #expect(delivered("a\\e[A") == [OutputLine("a")])
    #expect(delivered("a\r\\e[Kb\r\\e[K") == [OutputLine("a"), OutputLine("b", replaces: 1)])
  }

  @Test func `a long line is several rows`() {
    #expect(lines("12345678\n\\e[2Ax", columns: 5) == ["x2345678"])
    #expect(lines("12345678\n\\e[Ax", columns: 5) == ["12345x78"])
    #expect(lines("12345\rx\n", columns: 5) == ["x2345"])
    #expect(lines("12345678\rx\n", columns: 5) == ["12345x78"])
    #expect(lines("1234日56\n\\e[Ax", columns: 5) == ["1234 x 56"])
    #expect(lines("12345678\rx\n", columns: .max) == ["x2345678"])
  }

  @Test func `nothing above the last screenful changes`() {
    #expect(lines("1\n2\n3\n4\n\\e[99Ax", rows: 3) == ["1", "2", "x", "4"])
    #expect(lines("1\n2\n3\n\\e[99Ax", rows: 3) == ["1", "x", "3"])
    #expect(lines("1\n22222222\n3\n\\e[99Ax", rows: 3, columns: 5) == ["1", "22222x22", "3"])
  }

  @Test func `the cursor stays on the screen`() {
    #expect(lines("1\\e[999999999Bx\n", rows: 3) == ["1", "", " x"])
    #expect(lines("1\\e[99999999999999999999Cx\n", columns: 10) == ["1        x"])
    #expect(lines("1\\e[99Dx\n") == ["x"])
  }

  @Test func `positions are saved and restored`() {
    #expect(lines("ab\n\\e7\\e[Ac\\e8d\n") == ["cb", "d"])
    #expect(lines("ab\\e[s\ncd\\e[ue\n") == ["abe", "cd"])
  }

  @Test func `a line is not repeated after its position was saved`() {
    #expect(lines("ab\\e7\n\\e[Cc\n") == ["ab", " c"])
  }

  @Test func `what is written at an absolute position is a status`() {
    let shown = shown("one\n\\e7\\e[24;0f\\e[42m 20% \\e8two\n")
    #expect(shown.texts == ["one", "two"])
    #expect(shown.statuses == ["20%"])
    #expect(shown.lines.map(\.styles) == [[], []])
    // A program that does not restore the cursor loses nothing more than the rest of its line.
    #expect(self.shown("\\e7\\e[5d20%\ntwo\n").texts == ["", "two"])
  }

  @Test func `lines and characters are inserted and deleted`() {
    #expect(lines("1\n2\n3\n\\e[2A\\e[Mx") == ["1", "x", ""])
    #expect(lines("1\n2\n3\n\\e[2A\\e[Lx\n") == ["1", "x", "2", "3"])
    #expect(lines("abc\r\\e[P\n") == ["bc"])
    #expect(lines("abc\r\\e[@x\n") == ["xabc"])
    #expect(lines("abc\r\\e[2X\n") == ["  c"])
  }

  @Test func `what is erased below the cursor is blank`() {
    #expect(lines("1\n2\n3\n\\e[2A\\e[Jx\n") == ["1", "x", ""])
  }

  @Test func `a cleared screen keeps what was printed`() {
    #expect(lines("1\n2\\e[H\\e[2J\\e[3J3\n\\e[9Ax\n") == ["1", "2", "x"])
  }

  @Test func `colours and attributes are styles`() {
    let line = shown("a\\e[1;31mb\\e[mc\\e[38;5;200;48;2;0;0;255md\n").lines.first
    #expect(line?.text == "abcd")
    #expect(
      line?.styles == [
        StyleRun(start: 1, style: Style(foreground: .red, attributes: .bold)),
        StyleRun(start: 2, style: .plain),
        StyleRun(start: 3, style: Style(foreground: .palette(200), background: .palette(21))),
      ])
  }

  @Test func `a style continues in the next line`() {
    let red = StyleRun(start: 0, style: Style(foreground: .red))
    #expect(shown("\\e[31ma\nb\n\\e[0mc\n").lines.map(\.styles) == [[red], [red], []])
  }

  @Test func `styles keep their text when it moves`() {
    let line = shown("ab\\e[32mcd\\e[0m\rx\\e[2Cü\n").lines.first
    #expect(line?.text == "xbcü")
    #expect(
      line?.styles == [
        StyleRun(start: 2, style: Style(foreground: .green)), StyleRun(start: 3, style: .plain),
      ])
  }

  @Test func `a program on the whole screen has one remark`() {
    let shown = shown("a\n\\e[?1049hnot\nshown\\e[?1049l\\e[?1049h again\\e[?1049lb\n")
    #expect(shown.texts == ["a", "b"])
    #expect(shown.remarks == [OutputDecoder.wholeScreenRemark])
  }

  @Test func `a reset leaves the whole screen, and forgets what was saved`() {
    #expect(lines("a\n\\e7\\e[?1049hnot\\e[31mshown\\ecb\nc\\e8\\e[2;5Hd\n") == ["a", "b", "c   d"])
    #expect(lines("a\\e7\\e[9;9Hstatus\\ecb\n") == ["a", "b"])
  }

  @Test func `titles, modes and the clipboard are removed`() {
    #expect(lines("a\\e]0;title\u{7}b\\e[?25lc\\e]52;c;YQ==\u{7}d\\e[6ne\n") == ["abcde"])
  }

  @Test func `a thousand parameters are one sequence`() {
    #expect(lines("a\\e[" + String(repeating: "1;", count: 1_000) + "mb\n") == ["ab"])
  }
}
