import Board
import Testing

@testable import signalbox

@Suite struct ExplanationTests {
  @Test func aLockedActionSaysWhatHoldsIt() {
    let explanation = Explanation(
      id: "test", guardText: "build.succeeded && api.value == 1", verdict: .blocked(by: ["build.succeeded"]),
      facts: [("build.succeeded", "no, idle"), ("api.value", nil)])
    #expect(
      explanation.lines.joined(separator: "\n") == """
        test: locked: needs build.succeeded
          enabled-if: build.succeeded && api.value == 1
          build.succeeded  no, idle
          api.value        unknown
        """)
  }

  @Test func anActionWithoutAGuardIsAlwaysUnlocked() {
    let explanation = Explanation(id: "build", guardText: "", verdict: .passes, facts: [])
    #expect(explanation.lines == ["build: always unlocked, it has no guard"])
  }
}
