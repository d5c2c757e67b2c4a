import Boundary
import BoxClient
import LoopbackBox
import Processes
import Testing
import Wire

/// A front end that waits finds out whether its box still answers.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct PulseTests {
  private let box: VirtualBox
  private let line: LoopbackLine
  private let served: ServedBox

  init() throws {
    box = try VirtualBox("  build: { simulate: { duration: 1s } }\n")
    line = box.line()
    served = ServedBox(line, of: box.host, hello: Request.Hello())
    box.advance()
  }

  private func check(_ count: Int) {
    for _ in 0..<count {
      served.checkPulse()
      box.advance()
    }
  }

  @Test func `a box that answers is there for ever`() {
    check(100)
    #expect(served.end == nil)
  }

  @Test func `a box that does not answer is not waited for`() {
    check(1)
    line.isPaused = true
    var answer: StartAnswer?
    var order = StartOrder("build")
    order.onAnswer = { answer = $0 }
    served.start(order)
    check(2)
    #expect(served.end == nil)
    check(1)
    #expect(served.end == .silent)
    #expect(served.endWords == "does not answer")
    #expect(answer == .unknown)
  }

  @Test func `a front end that was stopped itself reads what has arrived before it gives up`() {
    check(1)
    line.isPaused = true
    check(2)
    line.isPaused = false
    box.advance()
    check(100)
    #expect(served.end == nil)
  }

  @Test func `a front end that reads nothing at the moment does not wait for an answer`() {
    let flow = OutputFlow()
    served.flow = flow
    flow.hold()
    line.isPaused = true
    check(100)
    #expect(served.end == nil)
  }
}
