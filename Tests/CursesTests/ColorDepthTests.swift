import TerminalUI
import Testing

@testable import Curses

@Suite(.timeLimit(.minutes(15))) struct ColorDepthTests {
  private func foreground(_ index: UInt8, _ depth: ColorDepth) -> Style {
    depth.reduce(Style(foreground: .palette(index)))
  }

  @Test func `the depth follows from the number of colors`() {
    #expect(ColorDepth(colorCount: -1) == .none)
    #expect(ColorDepth(colorCount: 0) == .none)
    #expect(ColorDepth(colorCount: 8) == .eight)
    #expect(ColorDepth(colorCount: 16) == .sixteen)
    #expect(ColorDepth(colorCount: 88) == .sixteen)
    #expect(ColorDepth(colorCount: 256) == .full)
    #expect(ColorDepth(colorCount: 1 << 24) == .full)
  }

  @Test func `256 colors are not reduced`() {
    let style = Style(foreground: .palette(208), background: .brightBlue, attributes: .bold)
    #expect(ColorDepth.full.reduce(style) == style)
  }

  @Test func `sixteen colors use the nearest one`() {
    #expect(foreground(208, .sixteen).foreground == .brightYellow)
    #expect(foreground(196, .sixteen).foreground == .brightRed)
    #expect(foreground(22, .sixteen).foreground == .green)
    #expect(foreground(21, .sixteen).foreground == .brightBlue)
    #expect(foreground(16, .sixteen).foreground == .black)
    #expect(foreground(231, .sixteen).foreground == .brightWhite)
    #expect(foreground(240, .sixteen).foreground == .brightBlack)
    #expect(foreground(250, .sixteen).foreground == .white)
    #expect(foreground(9, .sixteen).foreground == .brightRed)
  }

  @Test func `eight colors show bright as bold`() {
    #expect(foreground(9, .eight) == Style(foreground: .red, attributes: .bold))
    #expect(foreground(1, .eight) == Style(foreground: .red))
    #expect(foreground(8, .eight) == Style(attributes: .dim))
    #expect(ColorDepth.eight.reduce(Style(background: .brightGreen)) == Style(background: .green))
  }

  @Test func `without colors a marked row stays marked`() {
    #expect(ColorDepth.none.reduce(Style(foreground: .red, attributes: .bold)) == Style(attributes: .bold))
    #expect(ColorDepth.none.reduce(Style(background: .blue)) == Style(attributes: .reverse))
  }

  @Test func `only the name of a chosen row is marked where it has no tint`() {
    for depth in [ColorDepth.eight, .sixteen, .full] {
      #expect(depth.reduce(Style.success.inBar) == .success, "\(depth)")
      #expect(depth.reduce(Style.key.inBarName) == Style(attributes: [.bold, .reverse]), "\(depth)")
      #expect(depth.reduce(Style.dim.inBarName) == Style(attributes: [.bold, .reverse]), "\(depth)")
    }
    #expect(ColorDepth.none.reduce(Style.running.inBar) == .plain)
    #expect(ColorDepth.none.reduce(Style.plain.inBarName) == .strong)
  }

  @Test func `a question is marked in every depth`() {
    for depth in [ColorDepth.eight, .sixteen, .full] { #expect(depth.reduce(.question) == .question) }
    #expect(ColorDepth.none.reduce(.question) == Style(attributes: .reverse))
  }

  @Test func `the default stays the default`() {
    for depth in [ColorDepth.none, .eight, .sixteen, .full] { #expect(depth.reduce(.plain) == .plain) }
  }
}
