#if os(Linux)
import TestSupport
import Testing

/// The program where its user may have few processes and threads.
@Suite(
  .timeLimit(.minutes(15)), .ownThreads,
  .enabled(if: OtherUser.isPossible, "only root may become another user"))
struct ThreadLimitTests {
  private func run(_ arguments: [String], limit: Int) throws -> (
    outcome: ChildProgram.Outcome, messages: String
  ) {
    let user = try OtherUser(actions: "  hello: { run: echo hello }")
    let result = try user.run(arguments, prelude: "ulimit -u \(limit)")
    return (result.outcome, result.text)
  }

  @Test(
    arguments: [1, 5, 15],
    [["run", "--private", "hello"], ["list"], ["watch"], ["run", "hello"]])
  func `one sentence names the limit, and the exit code says that a later try may succeed`(
    limit: Int, arguments: [String]
  ) throws {
    let (outcome, messages) = try run(arguments, limit: limit)
    #expect(outcome == .exited(75), "\(outcome): \(messages)")
    #expect(
      messages
        == "signalbox: cannot start: Resource temporarily unavailable: too many processes or threads "
        + "(limit: \(limit), see ulimit -u)\n")
  }

  @Test func `with room for its threads it works`() throws {
    let (outcome, messages) = try run(["run", "--private", "hello"], limit: 200)
    #expect(outcome == .exited(0), "\(outcome): \(messages)")
    #expect(messages.contains("hello\n"))
  }
}
#endif
