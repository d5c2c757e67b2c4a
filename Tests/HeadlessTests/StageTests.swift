import Boundary
import Programs
import Testing

@testable import Headless

/// What is printed around a program that is shown on the terminal.
@Suite(.timeLimit(.minutes(15))) struct StageTests {
  private let stage = Stage()
  private let action = ActionStatus(ActionDescription(id: "talk", title: "Talk"))

  /// What can be printed when the program is not shown any more.
  private func opened() -> [String] {
    stage.open().map { kept in
      switch kept {
      case .lines(let lines, _): lines.map(\.text).joined(separator: "|")
      case .remark(let remark, _): "# " + String(decoding: remark, as: UTF8.self)
      }
    }
  }

  private func keeps(_ line: String) -> Bool { stage.keeps([OutputLine(line)], of: action) }
  private func keeps(remark: String, of action: String = "talk") -> Bool {
    stage.keeps(Array(remark.utf8), of: action)
  }

  @Test func `without a program everything is printed at once`() {
    #expect(!keeps("line"))
    #expect(!keeps(remark: "succeeded"))
    #expect(opened() == [])
  }

  @Test func `what a program has printed that was never shown comes before what is said of its end`() {
    stage.clear()
    #expect(!keeps(remark: "started"), "the program has printed nothing yet")
    #expect(keeps("short"))
    #expect(keeps(remark: "succeeded"))
    #expect(opened() == ["short", "# succeeded"])
    #expect(!keeps("later"))
  }

  @Test func `what is said of other actions waits only while the program is shown`() {
    stage.clear()
    #expect(keeps("short"))
    #expect(!keeps(remark: "succeeded", of: "build"))
    stage.begin()
    #expect(keeps(remark: "failed", of: "test"))
    #expect(opened() == ["# failed"])
  }

  @Test func `a program that is shown shows its lines, and remarks wait`() {
    stage.clear()
    #expect(keeps("short"))
    #expect(keeps(remark: "one"))
    stage.begin()
    #expect(keeps("more"))
    #expect(keeps(remark: "two"))
    #expect(opened() == ["# one", "# two"])
  }

  @Test func `an earlier run that prints for long takes no memory, and no remark away`() {
    stage.clear()
    #expect(keeps("first"))
    #expect(keeps(remark: "said"))
    for number in 0..<500 { #expect(keeps("\(number)")) }
    let kept = opened()
    #expect(kept.count == 200)
    #expect(kept.first == "# said" && kept.last == "499", "\(kept)")
  }

  @Test func `remarks are apart from what is printed, in the same order`() {
    let lines = [
      OutputLine.note("run 1 started"), OutputLine("a"), OutputLine("b"),
      OutputLine.note(OutputDecoder.enterRemark), OutputLine("c"), OutputLine.note("succeeded"),
    ]
    #expect(
      Stage.parts(of: lines).map { $0.map(\.text) } == [["run 1 started"], ["a", "b", "c"], ["succeeded"]])
    #expect(Stage.parts(of: []).isEmpty)
  }
}
