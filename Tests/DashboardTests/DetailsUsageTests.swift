import Board
import Boundary
import Programs
import TerminalUI
import Testing

@testable import Dashboard

/// What the commands of an action use, in its details.
@Suite(.timeLimit(.minutes(15))) struct DetailsUsageTests {
  private func explanation(at time: Duration, processor: Duration, memory: Int = 0, count: Int = 1)
    -> Explanation
  {
    var explanation = Explanation(needs: "", verdict: .passes, facts: [], refusal: nil)
    explanation.usage = ProcessUsage(count: count, processorTime: processor, memory: memory)
    explanation.usage?.time = time
    return explanation
  }

  private func share(_ explanations: Explanation...) -> Double? {
    var view = Dashboard.DetailsView()
    for explanation in explanations {
      view.isOutOfDate = true
      _ = view.show("build")
      _ = view.receive(explanation, about: "build")
    }
    return view.processorShare
  }

  @Test func `the share of a processor is that between two answers`() {
    let first = explanation(at: .seconds(1), processor: .seconds(10))
    #expect(share(first) == nil)
    #expect(share(first, explanation(at: .seconds(3), processor: .seconds(13))) == 1.5)
    #expect(share(first, first) == nil)
    // What was read once may answer several times.
    let second = explanation(at: .seconds(3), processor: .seconds(13))
    #expect(share(first, first, second, second) == 1.5)
    // A process has ended, and its time with it.
    #expect(share(first, explanation(at: .seconds(3), processor: .seconds(9))) == nil)
  }

  @Test(arguments: [
    (900, 1, "0.9 kB of memory · 1 process"), (12_345_678, 3, "12 MB of memory · 3 processes"),
    (1_530_000_000, 12, "1.5 GB of memory · 12 processes"), (999_700, 1, "1.0 MB of memory · 1 process"),
  ])
  func `memory and processes are said`(memory: Int, count: Int, text: String) {
    #expect(words(explanation(at: .zero, processor: .zero, memory: memory, count: count), nil) == text)
  }

  @Test func `the share comes first`() {
    let usage = explanation(at: .zero, processor: .zero, memory: 1_000_000, count: 2)
    #expect(words(usage, 1.234) == "123 % of a processor · 1.0 MB of memory · 2 processes")
  }

  private func words(_ explanation: Explanation, _ share: Double?) -> String? {
    guard let usage = explanation.usage else { return nil }
    return Dashboard.Introduction.words(for: usage, share, separator: "·")
  }
}
