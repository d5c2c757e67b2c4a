import Board
import Boundary
import Processes
import Programs
import SignalboxCore
import Testing

@testable import Jobs

/// A board at work in real time, with real processes and real connections.
@MainActor
final class LiveStation {
  let interlocking: Interlocking

  /// - Parameters:
  ///   - results: Those of an earlier process.
  ///   - change: Changes the environment of its jobs.
  init(
    _ board: Board, _ results: [String: RememberedResult] = [:],
    _ change: (inout JobEnvironment) -> Void = { _ in }
  ) {
    var environment = JobEnvironment.live()
    change(&environment)
    // Longer than the main actor can be busy with other tests.
    environment.commands.outputLimit = .seconds(100)
    interlocking = Interlocking(board, environment: environment) { _ in results }
  }

  convenience init(_ actions: String) throws {
    self.init(try Board.parse("actions:\n" + actions, file: "test.yml"))
  }

  /// Runs an action to its end, and returns how it ended.
  func run(
    _ id: String, input: InputValues? = nil, by cause: StartCause = .person,
    from origin: RunOrigin = RunOrigin()
  ) async -> RunOutcome? {
    let start = await withCheckedContinuation { continuation in
      guard cause == .person else {
        return continuation.resume(
          returning: interlocking.start(id, input: input, by: cause, from: origin))
      }
      interlocking.request(id, input: input, from: origin) { continuation.resume(returning: $0) }
    }
    switch start {
    case .refused(let reason) where reason.hasPrefix("its inputs could not be looked at"):
      // A busy machine is too slow for it.
      return await run(id, input: input, by: cause, from: origin)
    case .refused(let reason), .unavailable(let reason, _):
      Issue.record("\(id): \(reason)")
      return nil
    case .accepted(let execution):
      try? await execution.finished()
      return record(id)?.runs.last.result
    }
  }

  /// Answers what the program of an action asks, as soon as it asks something that was not answered yet.
  /// - Parameter earlier: The question that was answered before.
  /// - Returns: The question.
  func answer(_ id: String, _ text: String, after earlier: ProgramQuestion? = nil) async -> ProgramQuestion? {
    let asked: () -> ProgramQuestion? = { [interlocking] in
      let question = interlocking[id]?.moment.record.question
      return question?.number == earlier?.number ? nil : question
    }
    await wait { asked() != nil }
    guard let question = asked() else { return nil }
    let refusal = await withCheckedContinuation { continuation in
      var order = AnswerOrder(id, question: question.number, text: text)
      order.onAnswer = { continuation.resume(returning: $0) }
      HostedBoard(interlocking).answer(order)
    }
    #expect(refusal == nil)
    return question
  }

  /// Waits until a condition holds, which is evaluated after each change. When the time limit of the test has
  /// passed, says what there was instead.
  func wait(
    until holds: @escaping () -> Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    if holds() { return }
    let end = AsyncStream.makeStream(of: Void.self)
    var hasCome = false
    interlocking.onChange = {
      guard holds() else { return }
      hasCome = true
      end.continuation.finish()
    }
    for await _ in end.stream {}
    interlocking.onChange = {}
    if hasCome { return }
    let box = HostedBoard(interlocking)
    let seen = box.situation.actions.map { action in
      let lines = output(action.description.id).suffix(5)
      return "\(action.description.id): \(action.phase), \(lines.joined(separator: " | "))"
    }
    Issue.record("what was waited for has not come; \(seen)", sourceLocation: sourceLocation)
  }

  /// Cancels all runs, and waits for their end.
  func end() async {
    interlocking.stopRepeats()
    interlocking.cancelAll()
    await interlocking.waitUntilEnded()
  }

  func record(_ id: String) -> JobRecord? { interlocking[id]?.snapshot.data.record }
  func output(_ id: String) -> [String] { interlocking[id]?.output.snapshot().map(\.text) ?? [] }
}
