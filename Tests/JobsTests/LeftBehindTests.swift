import Board
import Boundary
import Programs
import TestSupport
import Testing

@testable import Jobs

/// What the commands of a board leave behind.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct LeftBehindTests {
  private static let actions = """
      ended: { run: 'sleep 600 & true', stop: { grace: 10m } }
      left: { run: 'sleep 600 & true', leave-running: true, stop: { grace: 10m } }
    """

  private func left(_ station: LiveStation) -> OutputHolders? {
    station.interlocking["left"].map { ActionStatus($0) }?.leftRunning
  }

  @Test func `what was ended is named by a remark`() async throws {
    let station = try LiveStation(Self.actions)
    await expectEqual(station.run("ended"), .succeeded)
    let output = station.output("ended")
    #expect(output.contains { $0.hasPrefix("ended what it left behind: sleep (pid ") }, "\(output)")
    #expect(station.record("ended")?.stopEnd == nil)
    #expect(station.interlocking.station.leftBehind.isEmpty)
  }

  @Test func `what goes on is named until it has ended, and at the next start`() async throws {
    let station = try LiveStation(Self.actions)
    await expectEqual(station.run("left"), .succeeded)
    let first = try #require(left(station))
    #expect(first.processes.map(\.name) == ["sleep"])
    #expect(station.output("left").contains("left running: \(first)"))
    #expect(station.interlocking["left"]?.moment.isRunning == false)

    await expectEqual(station.run("left"), .succeeded)
    #expect(station.output("left").contains("still running from before: \(first)"))
    let both = try #require(left(station))
    #expect(both.processes.count == 2)
    #expect(Set(both.processes).isSuperset(of: first.processes))

    // A board without the action, as one with another definition of it, does not end them.
    _ = station.interlocking.take(try Board.parse("actions: { left: { run: 'true' } }", file: "test.yml"))
    #expect(left(station) == both)

    await station.end()
    await station.wait { station.interlocking.station.leftBehind.isEmpty }
    #expect(left(station) == nil)
  }
}
