import Board
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct NotifySchemaTests {
  private func policy(_ value: String) throws -> NotifyPolicy? {
    try Board.parse("actions: {a: {run: x, notify: \(value)}}", file: "board.yml")["a"]?.notify
  }

  @Test func `there are no notifications by default`() throws {
    try expectEqual(Board.parse("actions: {a: {run: x}}", file: "board.yml")["a"]?.notify, nil)
  }

  @Test func `words ring the bell and show a notification`() throws {
    try expectEqual(policy("failed"), NotifyPolicy([.failed]))
    try expectEqual(policy("[failed, recovered, failed]"), NotifyPolicy([.failed, .recovered]))
    try expectEqual(policy("[succeeded]")?.ringsBell, true)
    try expectEqual(policy("[succeeded]")?.showsOnDesktop, true)
  }

  @Test func `a mapping specifies the details`() throws {
    try expectEqual(policy("{when: recovered}"), NotifyPolicy([.recovered]))
    try expectEqual(
      policy("{when: [failed], bell: false, desktop: false, command: ./tell.sh}"),
      NotifyPolicy(
        [.failed], ringsBell: false, showsOnDesktop: false, command: CommandDefinition(.shell("./tell.sh"))))
    try expectEqual(
      policy("{when: failed, desktop: false, command: [tell, loud]}"),
      NotifyPolicy(
        [.failed], showsOnDesktop: false, command: CommandDefinition(.arguments(["tell", "loud"]))))
  }

  @Test(arguments: [
    (
      "fail",
      [
        "2:23: `notify` must be one of `failed`, `succeeded`, `recovered`, `asks`, not `fail` | did you mean `failed`?"
      ]
    ),
    ("[]", ["2:23: `notify` is empty"]),
    (
      "[failed, broken, {}]",
      [
        "2:32: an element of `notify` must be one of `failed`, `succeeded`, `recovered`, `asks`, not `broken`",
        "2:40: an element of `notify` must be one of `failed`, `succeeded`, `recovered`, `asks`, not a mapping",
      ]
    ),
    ("{}", ["2:23: `notify` needs `when`"]),
    (
      "{bell: true, wen: failed}",
      ["2:23: `notify` needs `when`", "2:36: unknown key `wen` | did you mean `when`?"]
    ),
    (
      "{when: failed, bell: yes, command: '', desktop: 1}",
      [
        "2:44: `bell` must be `true` or `false`, not `yes` | did you mean `true`?",
        "2:58: `command` has no command", "2:71: `desktop` must be `true` or `false`, not `1`",
      ]
    ),
    (
      "{when: failed, bell: false, desktop: false}",
      [
        "2:23: `notify` has no effect: `bell` and `desktop` are `false`, and there is no `command` | remove `bell` or `desktop`, or add a `command`"
      ]
    ),
  ])
  func `every mistake is reported`(value: String, expected: [String]) {
    #expect(mistakes(inAction: "a: {run: x, notify: \(value)}") == expected)
  }
}
