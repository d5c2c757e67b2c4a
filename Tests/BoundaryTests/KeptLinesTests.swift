import Board
import Boundary
import Processes
import Programs
import Testing

@Suite(.timeLimit(.minutes(15))) struct KeptLinesTests {
  /// Two runs of two lines each.
  private func kept(run: Int?, from first: Int = 0, limit: Int = 100) -> KeptLines {
    var ring = OutputRing(lineLimit: limit)
    ring.append(["a", "b", "c", "d"].map { OutputLine($0) }, arrival: 7)
    var history = RunHistory()
    history.begin(1, at: .zero, cause: .person, input: nil, firstLine: 0)
    history.end(1, .succeeded, at: .seconds(1))
    history.begin(2, at: .seconds(2), cause: .person, input: nil, firstLine: 2)
    return KeptLines(ring, history, from: first, run: run)
  }

  @Test(arguments: [(-1, 2, "cd", false), (-2, 1, "ab", true), (1, 1, "ab", true), (2, 2, "cd", false)])
  func `a run is chosen by its number, or from the end`(wish: Int, run: Int, text: String, hasEnded: Bool) {
    let kept = kept(run: wish)
    #expect(kept.run == run)
    #expect(kept.lines.map(\.line.text).joined() == text)
    #expect(kept.hasEnded == hasEnded)
    #expect(kept.next == 4)
  }

  @Test(arguments: [-3, -100, 3, .min, .max])
  func `a run that is not known has no lines`(run: Int) {
    let kept = kept(run: run)
    #expect(kept.run == nil && kept.lines.isEmpty && !kept.isLost)
  }

  @Test func `all runs, from a line on`() {
    let kept = kept(run: nil, from: 1)
    #expect(kept.lines.map(\.number) == [1, 2, 3])
    #expect(kept.lines.map(\.run) == [1, 2, 2])
  }

  @Test func `older lines that are not kept are counted, and a run of which none is kept is lost`() {
    #expect(kept(run: nil, limit: 3).missing == 1)
    #expect(kept(run: 1, limit: 3).missing == 1)
    #expect(kept(run: 2, limit: 3).missing == 0)
    #expect(kept(run: 1, limit: 2).isLost)
    #expect(!kept(run: 2, limit: 2).isLost)
  }

  @Test func `the output of an earlier box is lost`() {
    var history = RunHistory()
    history.begin(1, at: .zero, cause: .person, input: nil, firstLine: -1)
    #expect(KeptLines(OutputRing(), history, from: 0, run: -1).isLost)
  }
}
