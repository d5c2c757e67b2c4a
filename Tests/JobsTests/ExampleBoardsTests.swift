import Board
import Boundary
import Foundation
import Programs
import TestSupport
import Testing

@testable import Jobs

/// The boards in `examples/` at work, without delays: commands do not sleep, and write to a directory of
/// their own.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct ExampleBoardsTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func board(_ file: String, _ shorter: (String) -> String = { $0 }) throws -> Board {
    let examples = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "examples")
    let text = try String(contentsOf: examples.appending(path: file), encoding: .utf8)
      .replacing("${TMPDIR:-/tmp}", with: scratch.path)
    return try Board.parse(shorter(text), file: file)
  }

  private func withoutSleep(_ text: String) -> String { text.replacing(/\bsleep [\d.]+/, with: "true") }

  @Test func `the demo can be played through`() throws {
    let station = VirtualStation(try board("demo.yml"))
    for id in ["sign-in", "catalogue", "images", "search", "download", "install", "ping"] {
      #expect(station.start(id).refusal == nil)
      station.advance(by: .seconds(8))
      #expect(station.phase(id) == .succeeded)
    }
    for id in ["upload", "upload", "sync", "sync", "sync"] {
      station.start(id)
      station.advance(by: .seconds(3))
    }
    #expect(station.errors == ["the server hung up", "out of step with the server"])
  }

  @Test func `the build board runs its commands in order`() async throws {
    let station = LiveStation(
      try board("build.yml") { text in
        text.replacing("run: swift", with: "run: echo '[3/12] Compiling' ||")
          .replacing("run: [swift, test]", with: "run: [echo, test]")
          // The tests run in the directory of the package.
          .replacing("../", with: "")
      })
    for id in ["build", "test", "format", "release", "clean"] {
      await expectEqual(station.run(id), .succeeded)
    }
    #expect(station.record("build")?.runs.value == "Compiling")
  }

  @Test func `all downloads arrive`() async throws {
    let station = LiveStation(
      try board("downloads.yml") { withoutSleep($0).replacing("backoff: 1s..4s", with: "backoff: 10ms") })
    for id in ["image", "packages", "photos", "model", "mirror", "flaky", "unpack", "free-space"] {
      await expectEqual(station.run(id), .succeeded)
    }
    #expect(station.record("model")?.runs.value == "complete")
    #expect(station.record("flaky")?.attemptCount == 3)
    #expect(station.record("free-space")?.runs.value?.hasSuffix("free") == true)
  }

  @Test func `a release goes all the way`() async throws {
    let station = LiveStation(
      try board("release.yml") { withoutSleep($0).replacing("backoff: 500ms..5s", with: "backoff: 10ms") })
    for id in ["build", "test", "notes"] { await expectEqual(station.run(id), .succeeded) }
    async let unlocked = station.run("unlock")
    let secret = await station.answer("unlock", "zebra")
    #expect(secret?.text == "Passphrase of the release key:")
    #expect(secret?.isHidden == true)
    await expectEqual(station.answer("unlock", "y", after: secret)?.text, "Remember it for an hour? [y/n]")
    await expectEqual(unlocked, .succeeded)
    #expect(!station.output("unlock").joined().contains("zebra"))
    await expectEqual(station.run("sign"), .succeeded)
    #expect(station.record("sign")?.attemptCount == 2)
    await expectEqual(station.run("tag", input: "7.2"), .succeeded)
    #expect(station.record("tag")?.runs.value?.hasPrefix("7.2 is the next version of ") == true)
    await expectEqual(station.run("deploy", input: "canary"), .succeeded)
    #expect(station.record("deploy")?.runs.value == "canary runs the new version")
    for id in ["watch", "announce", "roll-back"] { await expectEqual(station.run(id), .succeeded) }
  }

  @Test func `the services run and are probed`() async throws {
    let port = FreePorts.take()
    let station = LiveStation(
      try board("services.yml") { text in
        text.replacing("8127", with: "\(port)").replacing(/every: \ds/, with: "every: 100ms")
          .replacing("sleep 0.5", with: "true").replacing("timeout: 2s", with: "timeout: 30s")
      })
    let interlocking = station.interlocking
    interlocking.startRepeats()
    #expect(interlocking.verdict(on: "web-health").description == "needs web.running")

    interlocking.start("web")
    await station.wait {
      ["web-health", "web-port"].allSatisfy { station.record($0)?.runs.last.result == .succeeded }
    }
    #expect(station.record("web-health")?.runs.value == "healthy")

    await expectEqual(station.run("migrate"), .succeeded)
    interlocking.start("worker")
    await station.wait { station.record("worker-alive")?.runs.last.result == .succeeded }
    #expect(interlocking.verdict(on: "web").description == "needs not worker.running")
    await station.end()
  }
}
