import Boundary
import Testing

@Suite(.timeLimit(.minutes(15))) struct StartCauseTests {
  private static let causes: [StartCause] = [
    .person, .board, .clock, .files("src/a.c"), .plan("deploy"),
  ]

  @Test func `a cause is said in few words, and in a sentence`() {
    #expect(
      Self.causes.map { $0.words() } == [nil, "with the board", nil, "src/a.c", "plan of deploy"])
    #expect(StartCause.plan("deploy").words { "Deploy to \($0)" } == "plan of Deploy to deploy")
    #expect(
      Self.causes.map { $0.sentence(starter: "panel on pts/3") } == [
        "started by panel on pts/3", "started with the board", "repeated by the clock",
        "started because src/a.c has changed", "started by the plan of deploy",
      ])
    #expect(StartCause.person.sentence(starter: nil) == "started by a person")
  }
}
