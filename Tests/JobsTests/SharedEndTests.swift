import Board
import Boundary
import Cluster
import SignalboxCore
import TestSupport
import Testing

@testable import Jobs

/// The end of the run of a shared action, which waits for what the other machines know of it.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct SharedEndTests {
  /// What is told, and how it is answered.
  @MainActor
  private final class Others {
    nonisolated let outcomes = Recorder<RunOutcome>()
    nonisolated let answers = Recorder<@Sendable (EndVerdict) -> Bool>()

    nonisolated init() {}

    var end: SharedEnd {
      SharedEnd { [outcomes, answers] outcome, onVerdict in
        outcomes.append(outcome)
        answers.append(onVerdict)
      }
    }
  }

  private func station() throws -> VirtualStation {
    try VirtualStation(
      "  deploy: { simulate: { duration: 1s } }\n  broken: { simulate: { duration: 1s, fail-every: 1 } }\n")
  }

  private func start(_ id: String, on station: VirtualStation, _ others: Others) throws -> Execution<Never> {
    var request = RunRequest(input: nil, cause: .person, origin: RunOrigin())
    request.end = others.end
    let job = try #require(station.interlocking[id])
    job.release()
    let execution = job.start(request)
    station.advance(by: .seconds(2))
    return execution
  }

  private func outcome(of execution: Execution<Never>, _ station: VirtualStation) async -> RunOutcome {
    station.advance(by: .zero)
    let ends = Recorder<RunOutcome>()
    let sink = execution.sink {
      ends.append(RunOutcome($0))
    } receiveValue: { _ in
    }
    while ends.values.isEmpty {
      station.advance(by: .zero)
      await Task.yield()
    }
    sink.cancel()
    return ends.values[0]
  }

  @Test func `it waits, and succeeds when the others know it`() async throws {
    let (station, others) = (try station(), Others())
    let execution = try start("deploy", on: station, others)
    #expect(others.outcomes.values == [.succeeded])
    #expect(station.phase("deploy") == .running)
    #expect(others.answers.values.first?(.known) == true)
    await expectEqual(outcome(of: execution, station), .succeeded)
    #expect(station.phase("deploy") == .succeeded)
    #expect(station.errors.isEmpty)
  }

  @Test func `a success that was taken over is a failure`() async throws {
    let (station, others) = (try station(), Others())
    let execution = try start("deploy", on: station, others)
    #expect(others.answers.values.first?(.refused("was taken over by ada on b")) == true)
    await expectEqual(
      outcome(of: execution, station), .failed(RunFailure(.takenOver, "was taken over by ada on b")))
    let failure = RunFailure(.takenOver, "was taken over by ada on b")
    #expect(station.record("deploy")?.runs.last.result == .failed(failure))
    #expect(station.errors == ["was taken over by ada on b"])
  }

  @Test func `a failure that was taken over stays what it is, and says so`() async throws {
    let (station, others) = (try station(), Others())
    let execution = try start("broken", on: station, others)
    #expect(others.answers.values.first?(.refused("was taken over by ada on b")) == true)
    guard case .failed(let failure) = await outcome(of: execution, station) else {
      Issue.record("it did not fail")
      return
    }
    #expect(failure.kind == .other)
    #expect(station.output("broken").contains("was taken over by ada on b"))
  }

  @Test func `what is not known is a success that warns, and none for who waits`() async throws {
    let (station, others) = (try station(), Others())
    let execution = try start("deploy", on: station, others)
    #expect(others.answers.values.first?(.unknown("etcd is silent")) == true)
    await expectEqual(outcome(of: execution, station), .failed(RunFailure(.unconfirmed, "etcd is silent")))
    #expect(station.record("deploy")?.runs.last.result == .succeeded)
    #expect(station.errors == ["etcd is silent"])
    #expect(station.output("deploy").contains("etcd is silent"))
    // What comes later is for somebody else.
    #expect(others.answers.values.first?(.known) == false)
  }

  @Test func `a run that is cancelled waits for nobody`() async throws {
    let (station, others) = (try station(), Others())
    var request = RunRequest(input: nil, cause: .person, origin: RunOrigin())
    request.end = others.end
    let job = try #require(station.interlocking["deploy"])
    job.release()
    let execution = job.start(request)
    station.advance(by: .milliseconds(500))
    station.cancel("deploy")
    await expectEqual(outcome(of: execution, station), .cancelled)
    #expect(others.outcomes.values == [.cancelled])
  }

  @Test func `a run that waits for the others can be cancelled`() async throws {
    let (station, others) = (try station(), Others())
    let execution = try start("deploy", on: station, others)
    #expect(station.phase("deploy") == .running)
    station.cancel("deploy")
    _ = await outcome(of: execution, station)
    #expect(station.record("deploy")?.isRunning == false)
    #expect(others.answers.values.first?(.known) == false)
  }
}

/// Values from any thread.
private final class Recorder<Value>: Sendable where Value: Sendable {
  private let state = Locked<[Value]>([])
  var values: [Value] { state.withLock { $0 } }
  func append(_ value: Value) { state.withLock { $0.append(value) } }
}
