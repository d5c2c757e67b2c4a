import Boundary
import Processes
import Programs
import TestSupport
import Testing

@testable import BoxServer

/// Lines that wait for their turn, and commands that wait for their readers.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct PrintedLinesTests {
  private let turns = Recorded<Int>()
  private let printed: PrintedLines

  init() {
    let turns = turns
    printed = PrintedLines { _ in turns.append(1) }
  }

  private func append(_ count: Int, of action: String = "a", run: Int = 1, _ text: String = "line") {
    append((0..<count).map { _ in OutputLine(text) }, of: action, run: run)
  }

  private func append(_ lines: [OutputLine], of action: String, run: Int = 1) {
    var status = ActionStatus(ActionDescription(id: action, title: action))
    status.runs.count = run
    printed.append(lines, of: status) {}
  }

  @Test func `one turn takes all lines in the order in which their actions printed`() {
    append(1, of: "b", "1")
    append(1, of: "a", "2")
    append(1, of: "b", "3")
    #expect(turns.values.count == 1)
    let taken = printed.take()
    #expect(taken.map(\.action.id) == ["b", "a"])
    #expect(taken.first?.lines.map(\.text) == ["1", "3"])
    #expect(printed.take().isEmpty)
    append(1)
    #expect(turns.values.count == 2)
  }

  @Test func `the lines of two runs stay apart`() {
    append(1, run: 1, "1")
    append(1, run: 2, "2")
    let taken = printed.take()
    #expect(taken.map(\.action.runs.count) == [1, 2])
    #expect(taken.map { $0.lines.map(\.text) } == [["1"], ["2"]])
  }

  @Test func `a flood is bounded, and what is left out is counted at its place`() {
    for _ in 0..<1_000 { append(100) }
    let taken = printed.take()
    #expect(taken.first?.lines.count == 20_000)
    #expect(taken.first?.lines.allSatisfy { $0.skippedBefore == 0 } == true)
    append(2, of: "a", "after")
    let after = printed.take().first?.lines
    #expect(after?.map(\.skippedBefore) == [80_000, 0])
  }

  @Test func `a remark is not left out`() {
    for _ in 0..<201 { append(100) }
    append([OutputLine("output"), .note("remark"), OutputLine("output")], of: "a")
    let last = printed.take().first?.lines.last
    #expect(last?.text == "remark")
    #expect(last?.skippedBefore == 102)
  }

  @Test func `the number of lines that were left out has no overflow`() {
    var count = UInt32.max - 1
    count.add(5)
    #expect(count == .max)
  }

  @Test func `a command waits while many of its lines do`() {
    let (flow, other) = (SharedFlow(), SharedFlow())
    printed.add(flow, to: "a")
    printed.add(other, to: "b")
    append(3_999)
    #expect(!flow.flow.isHeld)
    append(1)
    #expect(flow.flow.isHeld && !other.flow.isHeld)
    // What it has printed before it waits is kept whole.
    for _ in 0..<300 { append(100) }
    #expect(printed.take().first?.lines.count == 34_000)
    #expect(!flow.flow.isHeld)
  }

  @Test func `a command that is not relayed any more does not wait`() {
    let flow = SharedFlow()
    printed.add(flow, to: "a")
    printed.remove(flow, from: "a")
    append(5_000)
    #expect(!flow.flow.isHeld)
  }

  @Test func `a flow resumes when none of its consumers is behind`() {
    let flow = SharedFlow()
    flow.hold(for: .turn)
    flow.hold(for: .connection)
    flow.hold(for: .connection)
    flow.resume(for: .turn)
    #expect(flow.flow.isHeld)
    flow.resume(for: .connection)
    #expect(!flow.flow.isHeld)
    flow.hold(for: .turn)
    flow.resume(for: .connection)
    #expect(flow.flow.isHeld)
  }
}
