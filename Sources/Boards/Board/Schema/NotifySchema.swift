import Configuration

extension ValueReader where Value == NotifyPolicy {
  /// A word or a list of words, or a mapping that also says how.
  static func notifyPolicy(of place: BoardPlace) -> Self {
    changes.map { NotifyPolicy($0) }.or(
      .mapping("notify") { fields in
        let changes = fields.require(
          "when", Self.changes,
          "the changes that send a notification: `failed`, `succeeded`, `recovered`, `asks`",
          example: "[failed, recovered]")
        let ringsBell =
          fields.read(
            "bell", .truth, "whether the terminal rings its bell", default: "`true`", example: "false")
          ?? true
        let showsOnDesktop =
          fields.read(
            "desktop", .truth,
            "whether the terminal shows a notification on the desktop, if it supports that",
            default: "`true`", example: "false") ?? true
        let command = fields.read(
          "command", .invocation, "a command, written like `run`", default: "none", example: "./notify.sh")
        if !ringsBell, !showsOnDesktop, !fields.contains("command") {
          fields.mistake(
            "`notify` has no effect: `bell` and `desktop` are `false`, and there is no `command`",
            hint: "remove `bell` or `desktop`, or add a `command`")
        }
        return changes.map {
          NotifyPolicy(
            $0, ringsBell: ringsBell, showsOnDesktop: showsOnDesktop,
            command: command.map { CommandDefinition($0.using(place.commands.shell), in: place) })
        }
      })
  }

  private static var changes: ValueReader<Set<NotifyPolicy.Change>> {
    ValueReader<NotifyPolicy.Change>.choice.oneOrMore.map { Set($0) }
  }
}
