import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(15))) struct ColorTests {
  @Test func `the named colours are the first sixteen of the palette`() {
    #expect(Color.black == .palette(0))
    #expect(Color.brightWhite == .palette(15))
    #expect(Color.cyan.index == 6)
  }

  @Test func `palette entries after the named colours have components`() throws {
    let orange = try #require(Color.palette(208).components)
    let grey = try #require(Color.palette(232).components)
    #expect(orange == (255, 135, 0))
    #expect(grey == (8, 8, 8))
    #expect(Color.brightWhite.components == nil)
    #expect(Color.default.components == nil)
  }

  @Test func `the default colour is not an entry of the palette`() {
    #expect(Color.default.index == nil)
    #expect(Color.default != .black)
  }
}
