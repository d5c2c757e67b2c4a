import Boundary
import TerminalUI
import Testing

@testable import Dashboard

/// The picture of a panel whose box has ended.
@Suite(.timeLimit(.minutes(15))) struct EndOfBoxTests {
  private var state: Dashboard.State {
    var state = Scene.failing()
    state.isStale = true
    return state
  }

  @Test(arguments: [(30, 6), (40, 12), (80, 24), (200, 60)])
  func `one line says so, and what ran is unknown`(width: Int, height: Int) {
    let frame = Dashboard.view(state, size: Size(width: width, height: height))
    let rows = frame.text.split(separator: "\n", omittingEmptySubsequences: false)
    let row = rows.firstIndex { $0.contains("The box has ended") }
    #expect(row != nil, "\(frame.text)")
    if let row { #expect(frame.row(row).contains { $0.style == .alarm }) }
    #expect(!frame.text.contains("● "))
    #expect(width < 40 || frame.text.contains("? unknown"))
    #expect(!frame.text.contains("2 running"))
  }

  @Test func `the rows are dimmed, apart from the bar`() throws {
    let frame = Dashboard.view(state, size: Size(width: 80, height: 24))
    let layout = Dashboard.Layout(state, size: Size(width: 80, height: 24))
    for y in layout.buttons.rows {
      let cells = frame.row(y).dropFirst(2).dropLast(2)
      #expect(
        !cells.isEmpty
          && cells.allSatisfy { $0.style.foreground == .default && $0.style.attributes.contains(.dim) },
        "\(y)")
    }
    #expect(frame.text.contains("✗ failed"))
  }
}
