import Board
import Boundary
import TerminalUI
import Testing

@testable import Dashboard

@Suite(.timeLimit(.minutes(15))) struct ButtonOverviewTests {
  private func overview(_ change: (inout Dashboard.Button) -> Void) -> Dashboard.ButtonOverview {
    var button = Dashboard.Button(id: "a", title: "信号", key: .function(12))
    change(&button)
    return Dashboard.ButtonOverview([button, Dashboard.Button(id: "b", title: "B")])
  }

  @Test func `a service that is ready does not count as running, and one that starts does`() {
    #expect(overview { $0.phase = .ready }.running == 0)
    #expect(overview { $0.phase = .starting }.running == 1)
    #expect(overview { $0.phase = .lost }.running == 1)
  }

  @Test func `what has failed may be locked, too`() {
    let locked = overview { ($0.phase, $0.isEnabled) = (.failed, false) }
    #expect((locked.locked, locked.failed) == (1, 1))
    #expect(overview { $0.phase = .failed }.failed == 1)
    let running = overview { ($0.phase, $0.isEnabled) = (.running, false) }
    #expect((running.locked, running.running) == (0, 1))
  }

  @Test func `widths are those of the widest`() {
    let overview = overview { $0.duration = .seconds(3_900) }
    #expect((overview.titleWidth, overview.keyWidth) == (4, 3))
    #expect(overview.longDurationWidth == 6)
    #expect(self.overview { $0.duration = .seconds(599) }.longDurationWidth == 0)
  }
}
