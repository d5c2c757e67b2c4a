import PseudoTerminal
import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(15))) struct VTScreenTests {
  private func screen(_ text: String, width: Int = 6, height: Int = 3) -> VTScreen {
    var screen = VTScreen(size: Size(width: width, height: height))
    screen.write(text)
    return screen
  }

  private let filled = "aaaaaa\r\nbbbbbb\r\ncccccc\u{1B}[H"

  @Test func `text is printed at the cursor`() {
    #expect(screen("ab\u{1B}[2;3Hcd\u{1B}[3d\u{1B}[1Ge").text == "ab\n  cd\ne")
  }

  @Test func `the cursor stays on the screen`() {
    #expect(screen("\u{1B}[99;99H").cursor == Point(x: 5, y: 2))
    #expect(screen("\u{1B}[9A\u{1B}[9D\u{08}").cursor == .origin)
    #expect(screen("\u{1B}[2C\u{1B}[B").cursor == Point(x: 2, y: 1))
  }

  @Test func `the last column wraps only with the next character`() {
    #expect(screen("abcdef").cursor == Point(x: 5, y: 0))
    #expect(screen("abcdefg").text == "abcdef\ng\n")
    #expect(screen("abcdef\r\ng").text == "abcdef\ng\n")
    #expect(screen("\u{1B}[?7labcdefg").text == "abcdeg\n\n")
  }

  @Test func `the last line scrolls`() {
    #expect(screen("a\r\nb\r\nc\r\nd").text == "b\nc\nd")
    #expect(screen("a\r\nb\u{1B}[H\u{1B}M").text == "\na\nb")
  }

  @Test func `a scroll region does not change the other rows`() {
    #expect(screen(filled + "\u{1B}[1;2r\u{1B}[2;1H\n").text == "bbbbbb\n\ncccccc")
    #expect(screen(filled + "\u{1B}[2;3r\u{1B}[S").text == "aaaaaa\ncccccc\n")
    #expect(screen(filled + "\u{1B}[2;3r\u{1B}[T").text == "aaaaaa\n\nbbbbbb")
  }

  @Test func `cells, lines and the screen are erased`() {
    #expect(screen(filled + "\u{1B}[2;3H\u{1B}[K").text == "aaaaaa\nbb\ncccccc")
    #expect(screen(filled + "\u{1B}[2;3H\u{1B}[1K").text == "aaaaaa\n   bbb\ncccccc")
    #expect(screen(filled + "\u{1B}[2;3H\u{1B}[J").text == "aaaaaa\nbb\n")
    #expect(screen(filled + "\u{1B}[2;3H\u{1B}[1J").text == "\n   bbb\ncccccc")
    #expect(screen(filled + "\u{1B}[2J").text == "\n\n")
    #expect(screen(filled + "\u{1B}[2X").text == "  aaaa\nbbbbbb\ncccccc")
  }

  @Test func `cells are inserted and deleted`() {
    #expect(screen("abcdef\r\u{1B}[2C\u{1B}[2@").text == "ab  cd\n\n")
    #expect(screen("abcdef\r\u{1B}[2C\u{1B}[2P").text == "abef\n\n")
    #expect(screen(filled + "\u{1B}[2H\u{1B}[L").text == "aaaaaa\n\nbbbbbb")
    #expect(screen(filled + "\u{1B}[M").text == "bbbbbb\ncccccc\n")
  }

  @Test func `a character is repeated`() {
    #expect(screen("-\u{1B}[3b|").text == "----|\n\n")
  }

  @Test func `wide characters take two columns`() {
    #expect(screen("日本x").cursor == Point(x: 5, y: 0))
    #expect(screen("abcde日").text == "abcde\n日\n")
    #expect(screen("日本\r\u{1B}[Cx").text == " x本\n\n")
    #expect(screen("日本\rx").text == "x 本\n\n")
  }

  @Test func `marks are combined with their letter`() {
    #expect(screen("e\u{301}x").text == "e\u{301}x\n\n")
    #expect(screen("日\u{301}x").cursor == Point(x: 3, y: 0))
  }

  @Test func `line-drawing letters become lines`() {
    #expect(screen("\u{1B}(0lqk\u{1B}(Bq").text == "┌─┐q\n\n")
  }

  @Test func `styles are set and reset`() {
    let screen = screen("\u{1B}[1;32ma\u{1B}[38;5;208;44mb\u{1B}[0;7mc\u{1B}[91;39;27;2md\u{1B}[me")
    #expect(screen.style(x: 0, y: 0) == Style(foreground: .green, attributes: .bold))
    #expect(
      screen.style(x: 1, y: 0) == Style(foreground: .palette(208), background: .blue, attributes: .bold))
    #expect(screen.style(x: 2, y: 0) == Style(attributes: .reverse))
    #expect(screen.style(x: 3, y: 0) == Style(attributes: .dim))
    #expect(screen.style(x: 4, y: 0) == .plain)
  }

  @Test func `an erased cell keeps the background colour`() {
    #expect(screen("\u{1B}[1;44m\u{1B}[K").style(x: 3, y: 0) == Style(background: .blue))
  }

  @Test func `the alternate screen is a separate screen`() {
    var screen = screen("shell\u{1B}[?1049h\u{1B}[Hpanel")
    #expect(screen.text == "panel\n\n")
    #expect(screen.normalText == "shell\n\n")
    screen.write("\u{1B}[?1049l$")
    #expect(screen.text == "shell$\n\n")
    #expect(!screen.isAlternate)
  }

  @Test func `modes are recorded`() {
    var screen = screen("\u{1B}[?1006;1000h\u{1B}[?25l\u{1B}=")
    #expect(screen.modes == [7, 1000, 1006])
    #expect(screen.isKeypadApplication)
    #expect(!screen.isInInitialState)
    screen.write("\u{1B}[?1006;1000l\u{1B}[?25h\u{1B}>")
    #expect(screen.isInInitialState)
    #expect(screen.touchedModes == [25, 1000, 1006])
  }

  @Test func `title, bell and tabs are handled`() {
    let screen = screen("\u{1B}]0;signalbox\u{07}\u{07}a\tb", width: 12)
    #expect(screen.title == "signalbox")
    #expect(screen.bellCount == 1)
    #expect(screen.text == "a       b\n\n")
  }

  @Test func `the cursor is saved with its style`() {
    let screen = screen("\u{1B}[1ma\u{1B}7\u{1B}[m\u{1B}[3;3H\u{1B}8b")
    #expect(screen.text == "ab\n\n")
    #expect(screen.style(x: 1, y: 0) == Style(attributes: .bold))
  }

  @Test func `resizing keeps the upper left corner`() {
    var screen = screen(filled + "\u{1B}[3;6H")
    screen.resize(to: Size(width: 3, height: 2))
    #expect(screen.text == "aaa\nbbb")
    #expect(screen.cursor == Point(x: 2, y: 1))
    screen.resize(to: Size(width: 4, height: 3))
    #expect(screen.text == "aaa\nbbb\n")
  }

  @Test func `a screen without cells accepts all output`() {
    #expect(screen("a日\r\n\u{1B}[2J\u{1B}[K\u{1B}[P\u{1B}[L\u{1B}M", width: 0, height: 0).text == "")
    #expect(screen("日b", width: 1, height: 1).text == "b")
  }

  @Test func `unknown sequences are listed`() {
    #expect(screen("\u{1B}[5y").unknownSequences.count == 1)
    #expect(screen("\u{1B}[1;3H\u{1B}[m\u{1B}(B").unknownSequences.isEmpty)
  }
}
