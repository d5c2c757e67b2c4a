import Board
import Boundary
import Foundation
import Jobs
import SignalboxCore
import SignalboxTesting
import TestSupport
import Testing
import Wire

@testable import BoxServer

/// What a front end sees first.
@Suite(.timeLimit(.minutes(15))) @MainActor struct FirstSightTests {
  @Test func `whoever comes right after a file was written does not see a fresh success`() async throws {
    let scratch = try Scratch()
    try save("1", at: scratch.path + "/a")
    try save("2", at: scratch.path + "/next")
    let text = "actions: { build: { run: 'true', inputs: a } }"
    try save(text, at: scratch.path + "/board.yml")
    let interlocking = Interlocking(
      try Board.load(contentsOf: scratch.path + "/board.yml"), environment: .live())
    let host = BoxHost(interlocking) { SessionPace(TestScheduler()) }
    host.begin()
    let start = await withCheckedContinuation { started in
      interlocking.request("build", from: RunOrigin()) { started.resume(returning: $0) }
    }
    guard case .accepted(let execution) = start else {
      Issue.record("it did not start: \(start)")
      return
    }
    try await execution.finished()
    repeat { await host.board.lookAtInputs() } while host.board.situation["build"]?.freshness != .fresh

    // From here on, nothing lets the main queue run.
    try #require(rename(scratch.path + "/next", scratch.path + "/a") == 0)
    let session = host.attach(SessionLine(send: { _ in }))
    let hello = #"{"request":"hello","version":\#(Wire.version),"kind":"other","name":"test"}"#
    session.receive(Array(hello.utf8))
    #expect(session.hello != nil)
    #expect(host.board.situation["build"]?.freshness == .beingRead)
    session.close()
  }
}
