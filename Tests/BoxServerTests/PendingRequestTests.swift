import Boundary
import BoxClient
import Foundation
import Processes
import TerminalUI
import Testing
import Wire

/// Each request that waits for its box has one end.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct PendingRequestTests {
  private let box = ServedBox(everyChange: true, now: { .zero }, line: BoxLine(send: { _, _ in }))

  /// What became of requests, in words.
  @MainActor
  private final class Ends {
    private(set) var words: [String] = []

    /// Requests everything that has an answer.
    func request(from box: ServedBox) {
      var start = StartOrder("a")
      start.onAnswer = { self.words.append("start \($0)") }
      box.start(start)
      var enter = EnterOrder("a", channel: dup(STDIN_FILENO), size: Size(width: 80, height: 24))
      enter.onEnd = { self.words.append("visit \($0)") }
      _ = box.enter(enter)
      var answer = AnswerOrder("a", question: 1, text: "yes")
      answer.onAnswer = { self.words.append("answer \($0 ?? "typed")") }
      box.answer(answer)
      var takeOver = TakeOverOrder("a", reason: "it burns")
      takeOver.onAnswer = { self.words.append("takeover \($0)") }
      box.takeOver(takeOver)
      box.explain("a") { self.words.append("why \($0 == nil)") }
      box.plan("a") { self.words.append("plan \($0 == nil)") }
      box.find("a") { self.words.append("find \($0 == OutputSearch())") }
      _ = box.awaitGuard(HoldOrder("a.idle", isPatient: false) { self.words.append("guard \($0)") })
      box.lines(of: "a", from: 0, run: nil) { self.words.append("lines \($0 == nil)") }
    }
  }

  @Test func `each request has its end when the box has gone, in the order of the requests`() {
    let ends = Ends()
    ends.request(from: box)
    #expect(ends.words == [])
    box.close(.gone)
    box.close(.gone)
    #expect(
      ends.words == [
        "start unknown", #"visit refused("its box has ended")"#,
        "answer its box has ended, and may have typed it before",
        #"takeover refused("its box has ended, and may have taken it over before")"#, "why true",
        "plan true", "find true", "guard ended", "lines true",
      ])
  }

  @Test func `a request to a box that has gone has its end at once`() {
    box.close(.gone)
    let ends = Ends()
    ends.request(from: box)
    #expect(
      ends.words == [
        #"start notTaken("the box has ended")"#, #"visit refused("its box has ended")"#,
        "answer its box has ended", #"takeover refused("its box has ended")"#, "why true", "plan true",
        "find true", "guard ended", "lines true",
      ])
  }

  @Test func `an event that does not answer a request is none of it, and one answer is its end`() {
    var told: [Bool] = []
    box.explain("a") { told.append($0 == nil) }
    var (plan, why) = (BoxEvent.Planned(), BoxEvent.Explained())
    (plan.id, why.id) = (1, 1)
    box.receive(BoxEvent.plan(plan).line)
    #expect(told == [])
    box.receive(BoxEvent.explanation(why).line)
    box.receive(BoxEvent.explanation(why).line)
    box.close(.gone)
    #expect(told == [true])
  }
}
