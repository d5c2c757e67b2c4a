import TerminalUI
import Testing

@Suite struct ColorTests {
  @Test func `the named colours are the first sixteen of the palette`() {
    #expect(Color.black == .palette(0))
    #expect(Color.brightWhite == .palette(15))
    #expect(Color.cyan.index == 6)
  }

  @Test func `the default is no entry of the palette`() {
    #expect(Color.default.index == nil)
    #expect(Color.default != .black)
  }
}
