import Foundation
import TerminalUI
import TestSupport
import Testing

@testable import Dashboard

/// All screens in four themes on two backgrounds, at four sizes: each text is readable, and what has the
/// focus is visible without colour.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct ScreenColorTests {
  /// A picture takes longer than its looks, which therefore share it.
  @Test(.slow, arguments: PanelScene.all)
  func `each text of a screen has enough contrast`(scene: PanelScene) throws {
    for (width, height) in [(40, 12), (80, 24), (120, 40), (250, 70)] {
      let frame = try scene.frame(Size(width: width, height: height))
      let styles = Self.styles(of: frame)
      #expect(!styles.isEmpty)
      for look in Look.all {
        for style in styles {
          let contrast = look.contrast(of: style)
          #expect(contrast >= look.smallestContrast(of: style), "\(style) has \(contrast), \(look)")
        }
      }
    }
  }

  /// The styles of all text. Most cells have the style of the one before.
  private static func styles(of frame: Frame) -> Set<Style> {
    var styles: Set<Style> = []
    var last: Style?
    for y in 0..<frame.size.height {
      for cell in frame.row(y) where cell.base != " " && cell.style != last {
        styles.insert(cell.style)
        last = cell.style
      }
    }
    return styles
  }

  /// The list has a bar, or a box over the board, or the heading of the output while it has the focus.
  @Test(arguments: PanelScene.all) func `the focus is visible without colour`(scene: PanelScene) throws {
    for (width, height) in [(40, 12), (80, 24), (120, 40), (250, 70)] {
      let frame = try scene.frame(Size(width: width, height: height))
      let rows = (0..<height).filter { y in
        frame.row(y).contains { !$0.style.attributes.isDisjoint(with: [.reverse, .barName]) }
      }
      let hasNoChoice = ["mistakes", "project, not taken over", "waiting to leave", "zoomed"].contains(
        scene.name)
      #expect(hasNoChoice || !rows.isEmpty, "\(width)×\(height)")
    }
  }
}

/// A theme on a background, with the colours that a common terminal has there.
struct Look: Sendable, CustomStringConvertible {
  enum Theme: String, CaseIterable { case standard, light, dark, none }

  let theme: Theme
  let isLight: Bool

  /// The themes `light` and `dark` are each made for one background.
  static let all =
    [true, false].flatMap { isLight in Theme.allCases.map { Look(theme: $0, isLight: isLight) } }
    .filter { !($0.theme == .light && !$0.isLight) && !($0.theme == .dark && $0.isLight) }

  var description: String { "\(theme.rawValue) on \(isLight ? "white" : "black")" }

  /// Themes choose their colours, so that all text has the contrast that WCAG 2 asks of it. The sixteen named
  /// colours are the terminal's, and what is dim says less: both have that of large text.
  func smallestContrast(of style: Style) -> Double {
    let isChosenHere = theme == .light || theme == .dark
    if isChosenHere { return 4.5 }
    return style.foreground == .default && !style.attributes.contains(.dim) ? 4.5 : 3
  }

  func contrast(of style: Style) -> Double {
    var themed =
      switch theme {
      case .standard: TerminalUI.Theme.standard.applied(to: style)
      case .light: TerminalUI.Theme.light.applied(to: style)
      case .dark: TerminalUI.Theme.dark.applied(to: style)
      case .none: style
      }
    if theme == .none { (themed.foreground, themed.background) = (.default, .default) }
    let paper = components(of: themed.background) ?? (isLight ? [255, 255, 255] : [0, 0, 0])
    var ink = components(of: themed.foreground) ?? (isLight ? [26, 26, 26] : [208, 208, 208])
    // Terminals draw what is dim at half or two thirds of its brightness.
    if themed.attributes.contains(.dim) { ink = zip(ink, paper).map { ($0 * 6 + $1 * 4) / 10 } }
    let (a, b) = (Self.luminance(ink), Self.luminance(paper))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// The named colours are those of the palette Tango, which many terminals have by default.
  private func components(of color: Color) -> [Int]? {
    if let (red, green, blue) = color.components { return [red, green, blue] }
    return color.index.map { Self.tango[Int($0) % 8] }
  }

  private static let tango = [
    [0x2E, 0x34, 0x36], [0xCC, 0x00, 0x00], [0x4E, 0x9A, 0x06], [0xC4, 0xA0, 0x00], [0x34, 0x65, 0xA4],
    [0x75, 0x50, 0x7B], [0x06, 0x98, 0x9A], [0xD3, 0xD7, 0xCF],
  ]

  /// The relative luminance of a colour, as defined by WCAG 2.
  private static func luminance(_ color: [Int]) -> Double {
    let parts = color.map { component -> Double in
      let part = Double(component) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }
}
