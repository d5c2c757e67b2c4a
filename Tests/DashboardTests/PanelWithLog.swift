import Programs
import SignalboxTesting
import TerminalUI

@testable import Dashboard

/// A panel with one action, for tests of its log. Lines printed in a test go to that log.
@MainActor
struct PanelWithLog {
  let panel: VirtualPanel

  init(width: Int = 60, height: Int = 16) throws {
    panel = try VirtualPanel(
      """
        build: { key: b, title: Build, simulate: { duration: 1s }, while-running: queue }
        check: { key: c, title: Check, simulate: { duration: 1s } }
        third: { simulate: { duration: 1s } }
        fourth: { simulate: { duration: 1s } }
        fifth: { simulate: { duration: 1s } }
        sixth: { simulate: { duration: 1s } }
        seventh: { simulate: { duration: 1s } }
      """, size: Size(width: width, height: height))
  }

  func print(_ lines: String..., to id: String = "build") { print(lines, to: id) }

  func print(_ lines: [String], to id: String = "build") {
    panel.print(lines.map { OutputLine($0) }, by: id)
    panel.scheduler.advance()
  }

  func press(_ names: String...) { for name in names { panel.press(name) } }

  func type(_ text: String) {
    for character in text { panel.model.handle(.key(.character(character))) }
    panel.scheduler.advance()
  }

  /// The divider, the log and the footer.
  var picture: String {
    let layout = Dashboard.Layout(panel.state, size: panel.model.size)
    let rows = panel.picture.split(separator: "\n", omittingEmptySubsequences: false)
    return rows[layout.logDivider.y...].joined(separator: "\n")
  }

  /// The texts of the rows in view.
  var rows: [String] { panel.state.log?.rows.map { $0.pieces.map(\.text).joined() } ?? [] }

  /// The highlighted matches in the rows in view.
  var marked: [String] {
    panel.state.log?.rows.flatMap { row in row.pieces.filter(\.isMatch).map(\.text) } ?? []
  }

  /// The row of the current match.
  var current: String? {
    panel.state.log?.rows.first { $0.isCurrent }.map { $0.pieces.map(\.text).joined() }
  }

  var message: String? { panel.state.message }
  var copied: [String] { panel.requests.compactMap { if case .copy(let text) = $0 { text } else { nil } } }
}
