import Configuration

/// A board as it was read, before its parts are checked against each other.
struct BoardDraft {
  let title: String?
  let network: NetworkTiming
  let actions: [ActionDraft]
}

extension ValueReader where Value == BoardDraft {
  /// The whole file.
  static var board: Self {
    .mapping("board") { fields in
      let title = fields.read(
        "title", .shownText, "the title of the panel", default: "the name of the file",
        example: "Release desk")
      let network = fields.read(
        "network", .networkTiming, "when the network indicator appears and disappears",
        example: "{ start-delay: 300ms }")
      let actions = fields.require("actions", .actions, "the actions, in the order of the panel")
      return actions.map {
        BoardDraft(title: title, network: network ?? NetworkTiming(), actions: $0)
      }
    }
  }
}

extension ValueReader where Value == NetworkTiming {
  fileprivate static var networkTiming: Self {
    .mapping("network") { fields in
      let startDelay = fields.read(
        "start-delay", .duration, "how long requests must be in progress before the indicator appears",
        default: "`1s`", example: "300ms")
      let completionDelay = fields.read(
        "completion-delay", .duration,
        "how long the indicator remains after the last request, in case another one begins",
        default: "`200ms`", example: "0s")
      let minimumVisible = fields.read(
        "minimum-visible", .duration, "the minimum time that the indicator remains", default: "`0s`",
        example: "500ms")
      let standard = NetworkTiming()
      return NetworkTiming(
        startDelay: startDelay ?? standard.startDelay,
        completionDelay: completionDelay ?? standard.completionDelay,
        minimumVisible: minimumVisible ?? standard.minimumVisible)
    }
  }
}

extension ValueReader where Value == [ActionDraft] {
  fileprivate static var actions: Self {
    let schema = {
      let action = ValueReader<ActionDraft>.action("", at: TextLocation(line: 1, column: 1)).schema()
      return ValueSchema("mapping, at least one action", .dictionary(action.shape, allowsEmpty: false))
    }
    return Self(schema()) { field in
      guard let entries = field.entries() else { return nil }
      guard !entries.isEmpty else {
        field.mistake("\(field.name) is empty", hint: "a board needs at least one action")
        return nil
      }
      return entries.map { id, entry in ActionDraft.read(id, entry, field.report) }
    }
  }
}
