import Board
import Boundary
import Foundation
import SignalboxCore
import TestSupport
import Testing

@testable import Jobs

/// Somebody writes while somebody presses.
@Suite(.timeLimit(.minutes(60))) @MainActor struct InputRaceTests {
  /// How often Deploy is pressed; 10,000 times for the benchmarks.
  private static let presses =
    ProcessInfo.processInfo.environment["SIGNALBOX_RACE_PRESSES"].flatMap(Int.init) ?? 300

  /// What was written last, as the one who has written it knows.
  private struct Written {
    var content = "1"
    var isWriting = false
    var mayStop = false
  }

  @Test(.slow) func `nothing starts by a success that a completed write has made stale`() async throws {
    let scratch = try Scratch()
    let file = scratch.path + "/a"
    try Data("1".utf8).write(to: URL(filePath: file))
    try Data(
      """
      actions:
        test: { run: 'true', inputs: a }
        deploy: { run: 'true', enabled-if: test.succeeded, while-running: { concurrent: 1000 } }
      """.utf8
    ).write(to: URL(filePath: scratch.path + "/board.yml"))
    let station = LiveStation(try Board.load(contentsOf: scratch.path + "/board.yml"))
    station.interlocking.followInputs()
    _ = await station.run("test")
    await station.wait {
      station.interlocking["test"].flatMap { station.interlocking.freshness(of: $0) } == .fresh
    }
    let written = Locked(Written())
    let writer = Thread {
      var generator = SystemRandomNumberGenerator()
      while !written.withLock({ $0.mayStop }) {
        let content = Bool.random(using: &generator) ? "1" : "2"
        written.withLock { $0.isWriting = true }
        let descriptor = open(file, O_WRONLY | O_TRUNC)
        _ = content.withCString { write(descriptor, $0, 1) }
        close(descriptor)
        written.withLock { ($0.content, $0.isWriting) = (content, false) }
        usleep(UInt32.random(in: 0..<400_000, using: &generator))
      }
    }
    writer.start()
    var (accepted, refused, wrong) = (0, 0, 0)
    for _ in 0..<Self.presses {
      let before = written.withLock { $0 }
      switch station.interlocking.start("deploy") {
      case .accepted:
        accepted += 1
        if !before.isWriting, before.content != "1" { wrong += 1 }
      case .refused, .unavailable: refused += 1
      }
      try? await Task.sleep(for: .milliseconds(Int.random(in: 0..<10)))
    }
    written.withLock { $0.mayStop = true }
    #expect(wrong == 0, "of \(accepted) starts, while \(refused) were refused")
    #expect(accepted + refused == Self.presses)
    if Self.presses > 300 { print("\(accepted) starts, \(refused) refused, \(wrong) wrong") }
    await station.end()
  }
}
