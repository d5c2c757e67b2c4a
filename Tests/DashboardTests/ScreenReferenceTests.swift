import Dashboard
import Reference
import TerminalUI
import TestSupport
import Testing

/// The whole screen at four sizes, as stored in `Screens`: a change of the panel shows there what it changes.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct ScreenReferenceTests {
  private static let sizes = [(40, 12), (80, 24), (120, 40), (250, 70)].map { Size(width: $0, height: $1) }

  @Test(arguments: PanelScene.all) func `the screen is the stored one`(scene: PanelScene) throws {
    let pictures = try Self.sizes.map { size in
      "\(size.width)x\(size.height)\n" + withoutRepetition(try scene.frame(size).text)
    }
    let file = ReferenceFile(test: "DashboardTests/Screens/\(scene.name).txt")
    #expect(try file.has(pictures.joined(separator: "\n\n") + "\n"), "\(pictures.joined(separator: "\n\n"))")
  }

  /// Themes map the named colours, and their tests show that each is readable.
  @Test(arguments: PanelScene.all) func `the screen uses no colour that a theme does not map`(
    scene: PanelScene
  ) throws {
    let frame = try scene.frame(Size(width: 80, height: 24))
    for style in (0..<24).flatMap({ frame.row($0).map(\.style) }) {
      if style == .question || style == .question.inBar { continue }
      #expect(style.background == .default)
      #expect(style.foreground == .default || (1...6).contains(style.foreground.index ?? 0))
    }
  }

  @Test func `each stored screen belongs to a scene`() throws {
    try expectEqual(
      ReferenceFile.names(test: "DashboardTests/Screens"), PanelScene.all.map { "\($0.name).txt" }.sorted())
  }

  /// Large screens have many equal rows: each is written once, with their number.
  private func withoutRepetition(_ text: String) -> String {
    var rows: [(text: Substring, count: Int)] = []
    for row in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if rows.last?.text == row { rows[rows.count - 1].count += 1 } else { rows.append((row, 1)) }
    }
    return rows.map { $0.count == 1 ? "\($0.text)" : "\($0.text)\n  … \($0.count) such rows" }
      .joined(separator: "\n")
  }
}
