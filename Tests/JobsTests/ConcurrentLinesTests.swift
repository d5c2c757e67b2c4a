import Board
import Boundary
import Programs
import TerminalUI
import Testing

@testable import Jobs

@MainActor
@Suite(.timeLimit(.minutes(15))) struct ConcurrentLinesTests {
  private func history(runs: Int) -> RunHistory {
    var history = RunHistory()
    for number in 1..<(runs + 1) {
      history.begin(number, at: .zero, cause: .person, input: nil, firstLine: 0)
    }
    return history
  }

  @Test func `lines are marked while more than one run of the action is in progress`() throws {
    let station = try VirtualStation(
      "  load: { simulate: { duration: 3s, value: v }, while-running: concurrent }")
    station.start("load")
    station.advance(by: .seconds(1))
    station.start("load")
    station.advance(by: .seconds(4))
    let lines = station.output("load")
    #expect(lines.contains("#1 succeeded after 3.0 s"))
    #expect(lines.contains("succeeded after 3.0 s"))
    #expect(lines.first == "run 1 started")
  }

  @Test func `a single run has no mark`() {
    #expect(history(runs: 1).marked([OutputLine("a")], of: 1) == [OutputLine("a")])
    var ended = history(runs: 2)
    ended.end(1, .succeeded, at: .zero)
    #expect(ended.marked([OutputLine("a")], of: 2) == [OutputLine("a")])
  }

  @Test func `the mark is plain, and styles and links keep their places`() {
    var line = OutputLine("red")
    line.styles = [StyleRun(start: 0, style: .failure)]
    line.links = [OutputLink(range: 0..<3, address: "http://a")]
    let marked = history(runs: 12).marked([line], of: 12)
    #expect(marked.map(\.text) == ["#12 red"])
    #expect(marked.map(\.styles) == [[StyleRun(start: 4, style: .failure)]])
    #expect(marked.map(\.links) == [[OutputLink(range: 4..<7, address: "http://a")]])
  }

  @Test func `a line replaces only lines of its own run`() {
    let history = history(runs: 2)
    var ring = OutputRing()
    ring.append(history.marked([OutputLine("10 %")], of: 1), arrival: 0)
    ring.append(history.marked([OutputLine("20 %")], of: 2), arrival: 0)
    ring.append(history.marked([OutputLine("11 %", replaces: 1)], of: 1), arrival: 0)
    #expect(ring.map(\.text) == ["#1 11 %", "#2 20 %"])
  }
}
