import Board
import Boundary
import Testing

@testable import Jobs

@Suite(.timeLimit(.minutes(15))) struct NotifiedStateTests {
  /// The changes after each result: F, S and R, and a dot for none. A capital letter is the
  /// result of a run that a person started.
  private func changes(_ results: String) -> String {
    var notified = NotifiedState()
    return results.map { result in
      let changes = notified.take(
        ["f": .failed("no"), "s": .succeeded, "c": .cancelled][result.lowercased(), default: .cancelled],
        from: result.isUppercase ? .person : .clock)
      return changes.isEmpty
        ? "." : changes.contains(.recovered) ? "R" : changes.contains(.succeeded) ? "S" : "F"
    }.joined()
  }

  @Test(arguments: [
    ("s", "S"), ("f", "F"), ("c", "."), ("ssss", "S..."), ("fffff", "F...."), ("sf", "SF"), ("fs", "FR"),
    ("sfffssf", "SF..R.F"), ("fcf", "F.."), ("fcs", "F.R"), ("scs", "S.."), ("cf", ".F"),
  ])
  func `repeats report only changes`(results: String, told: String) {
    #expect(changes(results) == told)
  }

  @Test(arguments: [
    ("SSS", "SSS"), ("FFF", "FFF"), ("FS", "FR"), ("fF", "FF"), ("sSs", "SS."), ("fFff", "FF.."),
    ("FCF", "F.F"),
  ])
  func `a run that a person started always reports its result`(results: String, told: String) {
    #expect(changes(results) == told)
  }

  @Test func `a service that had failed has recovered when it is ready`() {
    var notified = NotifiedState()
    #expect(notified.recover() == [])
    _ = notified.take(.failed("no"), from: .board)
    #expect(notified.recover() == [.recovered])
    #expect(notified.recover() == [])
    // The next failure is news.
    #expect(notified.take(.failed("no"), from: .clock) == [.failed])
  }

  @Test func `a recovery is a success too`() {
    var notified = NotifiedState()
    _ = notified.take(.failed("no"), from: .clock)
    #expect(notified.take(.succeeded, from: .clock) == [.succeeded, .recovered])
  }
}

@Suite(.timeLimit(.minutes(15))) struct NoticeTests {
  private func notice(
    _ changes: Set<NotifyPolicy.Change>, for wanted: Set<NotifyPolicy.Change>
  ) -> NotifyPolicy.Change? {
    let definition = ActionDefinition(
      id: "a", work: .command(CommandDefinition(.shell("x"))), notify: NotifyPolicy(wanted))
    return Notice(changes, of: definition, message: "")?.change
  }

  @Test func `only changes of the policy have a notice`() {
    #expect(notice([.failed], for: [.failed]) == .failed)
    #expect(notice([.failed], for: [.succeeded, .recovered]) == nil)
    #expect(notice([.succeeded], for: [.recovered]) == nil)
    #expect(notice([], for: [.failed, .succeeded, .recovered]) == nil)
  }

  @Test func `a recovery has the notice of the most specific change`() {
    #expect(notice([.succeeded, .recovered], for: [.succeeded, .recovered]) == .recovered)
    #expect(notice([.succeeded, .recovered], for: [.succeeded]) == .succeeded)
  }

  @Test func `without a policy there is no notice`() {
    let definition = ActionDefinition(id: "a", work: .command(CommandDefinition(.shell("x"))))
    #expect(Notice([.failed], of: definition, message: "") == nil)
  }

  @Test func `a long message is truncated`() {
    let definition = ActionDefinition(
      id: "a", work: .command(CommandDefinition(.shell("x"))), notify: NotifyPolicy([.failed]))
    let notice = Notice([.failed], of: definition, message: String(repeating: "x", count: 5_000))
    #expect(notice?.message.count == Notice.messageLimit)
  }
}
