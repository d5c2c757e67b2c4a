import Board
import TestSupport
import Testing

@testable import Headless

@Suite(.timeLimit(.minutes(15))) struct IgnoredFailuresTests {
  private func lines(_ text: String) throws -> [String] {
    IgnoredFailures.lines(of: try Board.parse(text, file: "board.yml")).map(\.string)
  }

  @Test func `the actions that go on after a failure are named in one sentence`() throws {
    let actions = "actions:\n  a: { run: \"x\\ny\" }\n  b: { run: x }\n  c: { run: \"x\\ny\" }\n"
    let rest =
      "on after a line that fails: `run` has several lines, and neither `set -e` nor a `shell` such as [bash, -euo, pipefail, -c]"
    try expectEqual(lines(actions), ["a and c go \(rest)"])
    try expectEqual(
      lines(
        actions.replacing("b: { run: x }", with: "b: { tcp: 'a:1' }").replacing(
          "c: { run: \"x\\ny\" }", with: "c: { run: \"set -e\\ny\" }")), ["a goes \(rest)"])
    try expectEqual(lines("shell: [bash, -ec]\n" + actions), [])
  }
}
