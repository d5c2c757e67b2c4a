import TestSupport
import Testing

@testable import Processes

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite(.timeLimit(.minutes(15))) struct StopSequenceTests {
  private let recorder = CommandRecorder()
  private let events = Recorded<StopSequence.Event>()
  private let requestRecorder = CommandRecorder()

  /// A program that prints "got TERM" or "got INT" for these signals, and ends by itself at SIGUSR1 only.
  private static let stubborn = """
    trap 'echo got TERM' TERM; trap 'echo got INT' INT; trap 'exit 5' USR1
    echo ready; while :; do sleep 1000 >/dev/null 2>&1 & wait; done
    """

  private func stop(_ request: String? = nil, signal: Int32 = SIGTERM) -> StopSequence {
    StopSequence(
      request: request.map { .shell($0) }, signal: signal, onEvent: { [events] in events.append($0) },
      onLines: requestRecorder.receive)
  }

  private func start(
    _ script: String, _ stop: StopSequence, grace: Duration = .seconds(600)
  ) async -> Task<CommandOutcome, Never> {
    let runner = CommandRunner(gracePeriod: grace, groups: ProcessGroups(capacity: 8))
    let task = Task {
      await runner.run(
        .shell(script), environment: ["GREETING": "hello"], stop: stop, onLines: recorder.receive)
    }
    _ = await recorder.line { $0 == "ready" }
    return task
  }

  @Test func `a command receives the signal of its sequence`() async {
    let task = await start("trap 'exit 3' INT; trap '' TERM; \(Self.sleep)", stop(signal: SIGINT))
    task.cancel()
    await expectEqual(task.value, .exited(3))
    #expect(events.values == [.step(timeLeft: .seconds(600))])
  }

  private static let sleep = "sleep 1000 >/dev/null 2>&1 & echo ready; wait"

  @Test func `a request comes before the signal and knows the program`() async {
    let task = await start(
      Self.stubborn, stop("echo $GREETING $SIGNALBOX_PID; kill -s USR1 $SIGNALBOX_PID"))
    task.cancel()
    await expectEqual(task.value, .exited(5))
    #expect(requestRecorder.lines.first?.hasPrefix("hello ") == true)
    #expect(events.values == [.step(timeLeft: .seconds(600))])
    #expect(!recorder.lines.contains("got TERM"))
  }

  @Test(arguments: [
    ("exit 7", "exit code 7"), ("kill -s KILL $$", "ended by SIGKILL"),
  ])
  func `the signal follows at once when a request fails`(request: String, reason: String) async {
    let stop = stop(request, signal: SIGUSR1)
    let task = await start(Self.stubborn, stop)
    task.cancel()
    await expectEqual(task.value, .exited(5))
    #expect(
      events.values == [
        .step(timeLeft: .seconds(600)), .requestFailed(reason), .step(timeLeft: .seconds(600)),
      ])
  }

  @Test func `the signal follows at once when the terminal does not take the keys`() async {
    let stop = StopSequence(typeKeys: { false }, signal: SIGUSR1, onEvent: { [events] in events.append($0) })
    let task = await start(Self.stubborn, stop)
    task.cancel()
    await expectEqual(task.value, .exited(5))
    #expect(
      events.values == [.step(timeLeft: .seconds(600)), .keysNotTaken, .step(timeLeft: .seconds(600))])
  }

  @Test func `the signal follows at once when the program of a request is missing`() async throws {
    let stop = StopSequence(request: .arguments(["/nowhere/stop"]), signal: SIGUSR1) { [events] in
      events.append($0)
    }
    let task = await start(Self.stubborn, stop)
    task.cancel()
    await expectEqual(task.value, .exited(5))
    guard case .requestFailed(let reason) = try #require(events.values.dropFirst().first) else {
      Issue.record("\(events.values)")
      return
    }
    #expect(reason.hasPrefix("cannot start: "))
  }

  @Test func `a request that hangs is killed and followed by the signal`() async throws {
    let lifeline = try Lifeline()
    let stop = stop(
      "exec 9>\"\(lifeline.path)\"; trap '' TERM; while :; do sleep 1000; done", signal: SIGUSR1)
    let task = await start(Self.stubborn, stop, grace: .milliseconds(300))
    task.cancel()
    await expectEqual(task.value, .exited(5))
    #expect(events.values.contains(.requestFailed("it took too long")))
    #expect(try await lifeline.hasEnded())
  }

  @Test func `a program that does not obey receives the signal and then SIGKILL`() async {
    let task = await start(Self.stubborn, stop("true", signal: SIGINT), grace: .milliseconds(300))
    task.cancel()
    await expectEqual(task.value, .signalled(SIGKILL))
    #expect(recorder.lines.contains("got INT"))
    #expect(events.values == Array(repeating: .step(timeLeft: .milliseconds(300)), count: 2))
  }

  @Test func `a run has ended when its request has ended`() async {
    let task = await start(Self.stubborn, stop("kill -s USR1 $SIGNALBOX_PID; sleep 0.3; echo done"))
    task.cancel()
    await expectEqual(task.value, .exited(5))
    #expect(requestRecorder.lines == ["done"])
  }

  @Test func `hastening kills a program and its request at once`() async throws {
    let lifeline = try Lifeline()
    let stop = stop("exec 9>\"\(lifeline.path)\"; echo asked; trap '' TERM; while :; do sleep 1000; done")
    let task = await start(Self.stubborn, stop)
    task.cancel()
    _ = await requestRecorder.line { $0 == "asked" }
    stop.hasten()
    await expectEqual(task.value, .signalled(SIGKILL))
    #expect(try await lifeline.hasEnded())
    #expect(events.values.count == 1)
  }

  @Test func `hastening kills a program that has received its signal`() async {
    let stop = stop()
    let task = await start(Self.stubborn, stop)
    task.cancel()
    _ = await recorder.line { $0 == "got TERM" }
    stop.hasten()
    await expectEqual(task.value, .signalled(SIGKILL))
  }

  @Test func `a command that is not being stopped is not hastened`() async {
    let stop = stop(signal: SIGUSR1)
    let task = await start(Self.stubborn, stop)
    stop.hasten()
    task.cancel()
    await expectEqual(task.value, .exited(5))
  }

  @Test(.timeLimit(.minutes(15))) func `a stopped process ends by the signal of its sequence`() async throws {
    let script = "trap 'exit 7' INT; echo $$; kill -STOP 0"
    let runner = CommandRunner(gracePeriod: .seconds(600), groups: ProcessGroups(capacity: 8))
    let task = Task {
      await runner.run(.shell(script), stop: stop(signal: SIGINT), onLines: recorder.receive)
    }
    let leader = try #require(Int32(await recorder.line { _ in true }))
    var information = siginfo_t()
    #expect(waitid(P_PID, id_t(leader), &information, WSTOPPED | WNOWAIT) == 0)
    task.cancel()
    await expectEqual(task.value, .exited(7))
  }
}
