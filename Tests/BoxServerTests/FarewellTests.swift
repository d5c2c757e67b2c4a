import Board
import Boundary
import BoxClient
import BoxServer
import LoopbackBox
import Testing
import Wire

/// A start that meets the end of a box.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct FarewellTests {
  private static let actions = "  build: { simulate: { duration: 1s } }\n"

  @Test func `a box that leaves answers no hello, so that its front end begins again`() throws {
    let box = try VirtualBox(Self.actions)
    // It was accepted before, and says who it is now.
    let late = box.connect()
    box.host.closeDoor()
    var hello = Request.Hello()
    hello.kind = .run
    late.send(.hello(hello))
    #expect(late.line.isFinished)
    #expect(late.events.isEmpty)
    late.start("build")
    #expect(box.runCount("build") == 0)
  }

  @Test func `a box that ends refuses a start in a way that the next one can be asked`() throws {
    let box = try VirtualBox(Self.actions)
    let run = box.attach(.run)
    box.host.closeDoor()
    run.start("build")
    guard case .answer(let answer)? = run.events.last else {
      Issue.record("\(run.events)")
      return
    }
    #expect(answer.start == .notTaken("the box is ending"))
    #expect(box.runCount("build") == 0)
  }

  @Test func `a box says farewell before it ends the connections`() throws {
    let box = try VirtualBox(Self.actions)
    let run = box.attach(.run)
    box.host.dismissFrontEnds("the box has ended")
    box.advance()
    #expect(run.events.last == .refusal(BoxEvent.Refusal("the box has ended", isFarewell: true)))
    run.start("build")
    #expect(box.runCount("build") == 0)
  }

  /// A front end, and what it has sent.
  private func frontEnd() -> ServedBox {
    ServedBox(everyChange: true, now: { .zero }, line: BoxLine(send: { _, _ in }))
  }

  private func answer(of box: ServedBox, after events: BoxEvent..., isClosed: Bool = false) -> StartAnswer? {
    var order = StartOrder("build")
    var answer: StartAnswer?
    order.onAnswer = { answer = $0 }
    box.start(order)
    for event in events { box.receive(event.line) }
    if isClosed { box.close(.gone) }
    return answer
  }

  @Test func `a start without an answer was not taken if the box says farewell`() {
    #expect(
      answer(of: frontEnd(), after: .refusal(BoxEvent.Refusal("the box has ended", isFarewell: true)))
        == .notTaken("the box has ended"))
  }

  /// The box may have been killed after the start of the command.
  @Test func `a start without an answer is unknown if the box says nothing`() {
    #expect(answer(of: frontEnd(), isClosed: true) == .unknown)
    #expect(answer(of: frontEnd(), after: .refusal(BoxEvent.Refusal("something else"))) == .unknown)
  }

  @Test func `an answer that came before the farewell counts`() {
    let box = frontEnd()
    var order = StartOrder("build")
    var (answers, ends): ([StartAnswer], [RunOutcome]) = ([], [])
    var id: UInt64 = 0
    order.onTicket = { id = $0.number }
    order.onAnswer = { answers.append($0) }
    order.onEnd = { ends.append($0) }
    box.start(order)
    box.receive(BoxEvent.answer(BoxEvent.Answer(id)).line)
    box.receive(BoxEvent.refusal(BoxEvent.Refusal("the box has ended", isFarewell: true)).line)
    #expect(answers == [.accepted(StartTicket(id))])
    #expect(ends == [.boxEnded])
  }

  @Test func `a start that was never sent was not taken`() {
    let box = frontEnd()
    box.close(.gone)
    #expect(answer(of: box) == .notTaken("the box has ended"))
  }
}
