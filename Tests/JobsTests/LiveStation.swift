import Board
import Boundary
import Processes
import SignalboxCore
import Testing

@testable import Jobs

/// A board at work in real time, with real processes and real connections.
@MainActor
final class LiveStation {
  let interlocking: Interlocking

  /// - Parameter change: Changes the environment of its jobs.
  init(_ board: Board, _ change: (inout JobEnvironment) -> Void = { _ in }) {
    var environment = JobEnvironment.live()
    change(&environment)
    // Longer than the main actor can be busy with other tests.
    environment.commands.outputLimit = .seconds(100)
    interlocking = Interlocking(board, environment: environment)
  }

  convenience init(_ actions: String) throws {
    self.init(try Board.parse("actions:\n" + actions, file: "test.yml"))
  }

  /// Runs an action to its end, and returns how it ended.
  func run(
    _ id: String, input: String? = nil, by cause: StartCause = .person, from origin: RunOrigin = RunOrigin()
  ) async -> RunOutcome? {
    switch interlocking.start(id, input: input, by: cause, from: origin) {
    case .refused(let reason), .unavailable(let reason, _):
      Issue.record("\(id): \(reason)")
      return nil
    case .accepted(let execution):
      try? await execution.finished()
      return record(id)?.lastResult
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
      PrivateBox(interlocking).answer(order)
    }
    #expect(refusal == nil)
    return question
  }

  /// Waits until a condition holds, which is evaluated after each change.
  func wait(until holds: @escaping () -> Bool) async {
    if holds() { return }
    await withCheckedContinuation { continuation in
      interlocking.onChange = { [interlocking] in
        guard holds() else { return }
        interlocking.onChange = {}
        continuation.resume()
      }
    }
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
