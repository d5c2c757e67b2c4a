import Foundation
import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(15))) struct ThemeTests {
  @Test func `success and failure also differ without colour`() {
    #expect(Style.failure.attributes != Style.success.attributes)
  }

  @Test func `the chosen item is visible without colour`() {
    #expect(Style.highlight.attributes.contains(.reverse))
    #expect(Style.highlight.foreground == .default)
  }

  private static let meanings = [
    Style.dim, .strong, .accent, .key, .highlight, .match, .currentMatch, .running, .success, .failure,
    .warning,
  ]

  @Test(arguments: meanings)
  func `styles use only the named colours`(style: Style) {
    #expect((style.foreground.index ?? 0) < 16)
    #expect(style.background == .default)
  }

  @Test(arguments: meanings)
  func `the standard theme changes no style`(style: Style) {
    #expect(Theme.standard.applied(to: style) == style)
  }

  /// Each theme on the lightest and the darkest background that it is designed for, and on a common one.
  @Test(arguments: [
    (Theme.light, 0xFFFFFF), (.light, 0xFAFAFA), (.light, 0xEEEEEE), (.dark, 0x000000), (.dark, 0x1E1E1E),
    (.dark, 0x303030),
  ])
  func `the colours of a theme have enough contrast`(theme: Theme, background: Int) throws {
    let ground = Luminance(background >> 16, background >> 8 & 0xFF, background & 0xFF)
    let named =
      (1...6).map { Style(foreground: .palette($0)) } + (9...14).map { Style(foreground: .palette($0)) }
    for style in named + Self.meanings {
      let color = theme.applied(to: style).foreground
      guard color != .default else { continue }
      let (red, green, blue) = try #require(color.components)
      #expect(Luminance(red, green, blue).contrast(to: ground) >= 4.5, "\(color)")
    }
  }

  @Test(arguments: [Theme.light, .dark])
  func `a theme keeps attributes, except that dim becomes grey`(theme: Theme) {
    #expect(theme.applied(to: .failure).attributes == .bold)
    #expect(theme.applied(to: .highlight) == .highlight)
    #expect(theme.applied(to: .plain) == .plain)
    let dim = theme.applied(to: .dim)
    #expect(dim.attributes == [] && dim.foreground != .default)
  }

  @Test(arguments: [Theme.light, .dark])
  func `the chosen row has a tint, on which every text keeps its colour and is readable`(theme: Theme) throws
  {
    let tint = theme.applied(to: .plain.inBar).background
    let (red, green, blue) = try #require(tint.components)
    let ground = Luminance(red, green, blue)
    for style in [Style.dim, .key, .running, .success, .failure, .warning, .accent, .match] {
      for bar in [style.inBar, style.inBarName] {
        let themed = theme.applied(to: bar)
        #expect(themed.background == tint && themed.foreground == theme.applied(to: style).foreground)
        #expect(themed.attributes.isDisjoint(with: [.bar, .barName, .reverse]))
        let color = try #require(themed.foreground.components)
        #expect(Luminance(color.red, color.green, color.blue).contrast(to: ground) >= 4.5, "\(style)")
      }
    }
    #expect(theme.applied(to: Style.question.inBar) == .question)
    #expect(Theme.standard.applied(to: Style.running.inBar) == Style.running.inBar)
  }

  @Test(arguments: [Theme.light, .dark])
  func `styles that differ in colour still differ in a theme`(theme: Theme) {
    let colors = [Style.running, .success, .failure, .warning, .dim].map { theme.applied(to: $0).foreground }
    #expect(Set(colors).count == colors.count)
  }
}

/// The relative luminance of a colour, as defined by WCAG 2.
private struct Luminance {
  let value: Double

  init(_ red: Int, _ green: Int, _ blue: Int) {
    func linear(_ component: Int) -> Double {
      let part = Double(component) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    value = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  func contrast(to other: Luminance) -> Double {
    (max(value, other.value) + 0.05) / (min(value, other.value) + 0.05)
  }
}
