import Board
import Boundary
import Testing

@testable import Dashboard

/// The words of a locked row.
@Suite(.timeLimit(.minutes(15))) struct LockWordsTests {
  private func text(of needs: [String]) -> String {
    var description = ActionDescription(id: "release", title: "Release")
    description.guardFacts = [
      .action("test", .succeeded), .action("lint", .succeeded), .action("db", .ready),
      .action("deploy", .running),
      .action("build", .failed), .hasErrors,
    ]
    var status = ActionStatus(description)
    status.verdict = .blocked(by: needs)
    var words = Dashboard.LockWords(
      titles: ["test": "Tests", "lint": "Lint", "db": "Database", "deploy": "Deploy", "build": "Build"])
    return words.guardText(of: status)
  }

  @Test(arguments: [
    (["test.succeeded"], "needs Tests"), (["test.succeeded", "lint.succeeded"], "needs Tests, Lint"),
    (["db.ready", "not deploy.running"], "needs Database, waits for Deploy"),
    (["not deploy.running"], "waits for Deploy"), (["deploy.running"], "needs Deploy running"),
    (["not build.failed", "test.succeeded"], "needs Build not failed, Tests"),
    (["(lint.succeeded or errors.any)"], "needs (Lint succeeded or an error)"),
  ])
  func `what has to succeed is named, and so is what has to end`(needs: [String], words: String) {
    #expect(text(of: needs) == words)
  }
}
