import Board
import Boundary
import Processes
import Programs
import TestSupport
import Testing

@testable import Jobs

/// Commands that print far more than can be displayed.
@Suite(.timeLimit(.minutes(15))) struct OutputFloodTests {
  /// Prints 200,000 lines, and in the middle one that a pattern matches.
  private static let script = "seq 100000; echo at the middle; seq 100001 200000"

  @Test @MainActor func `the ring counts all lines and keeps the last`() async throws {
    let station = try LiveStation("  flood: { run: '\(Self.script)' }")
    await expectEqual(station.run("flood"), .succeeded)
    let ring = try #require(station.interlocking["flood"]).output.snapshot()
    // The remarks at the beginning and the end are lines, too.
    #expect(ring.indices == 198_003..<200_003)
    #expect(ring.dropLast().map(\.text) == (198_002...200_000).map(String.init))
    #expect(station.record("flood")?.runs.value == "200000")
  }

  @Test @MainActor func `a pattern sees every line`() async throws {
    let station = try LiveStation("  flood: { run: '\(Self.script)', status: '^at the (.*)' }")
    await expectEqual(station.run("flood"), .succeeded)
    #expect(station.record("flood")?.runs.value == "middle")
  }

  @Test @MainActor func `a follower sees every line`() async throws {
    let station = try LiveStation("  flood: { run: '\(Self.script)' }")
    let count = Recorded<Int>()
    try #require(station.interlocking["flood"]).output.follow { count.append($0.count) }
    await expectEqual(station.run("flood"), .succeeded)
    #expect(count.values.reduce(0, +) == 200_003)
  }

  @Test func `a command that prints without end is cancelled`() async {
    let recorder = Recorded<Int>()
    let task = Task {
      await CommandRunner().run(
        .arguments(["yes"]), enough: { 100 }, onLines: { lines in recorder.append(lines.count) })
    }
    while recorder.values.reduce(0, +) < 5_000 { await Task.yield() }
    task.cancel()
    await expectEqual(task.value, .signalled(15))
  }

  @Test func `many lines all arrive, and the ring stays small`() async {
    let log = OutputLog(OutputRing(lineLimit: 100)) {}
    let script = "i=0; while [ $i -lt 50000 ]; do i=$((i+1)); echo line $i; done"
    await expectEqual(CommandRunner().run(.shell(script), onLines: log.append), .exited(0))
    let ring = log.snapshot()
    #expect(ring.indices == 49_900..<50_000)
    #expect(ring.last?.text == "line 50000")
  }
}
