import Configuration

/// A board as it was read, before its parts are checked against each other.
struct BoardDraft {
  let title: String
  let network: NetworkTiming
  let actions: [ActionDraft]

  /// Reads the top level of a board. Mistakes go to the report; nil when there is no action to go on with.
  static func read(_ root: YAMLNode, _ report: Report) -> BoardDraft? {
    guard var fields = FieldReader(root, named: "a board", report) else { return nil }
    let title = fields.read("title", .shownText)
    let network = fields.read("network", .networkTiming)
    let actions = fields.read("actions", .actions)
    fields.finish()
    if fields.location(of: "actions") == nil {
      report.mistake("`actions` is missing", at: root.location, hint: "a board needs at least one action")
    }
    return actions.map {
      BoardDraft(
        title: title ?? fileStem(report.source.file), network: network ?? NetworkTiming(), actions: $0)
    }
  }

  /// The name of a file without its directory and extension.
  private static func fileStem(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? "board"
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return String(name) }
    return String(name[..<dot])
  }
}

extension ValueReader where Value == NetworkTiming {
  fileprivate static var networkTiming: Self {
    Self { field in
      guard var fields = FieldReader(field.node, named: field.name, field.report) else { return nil }
      let defaults = NetworkTiming()
      let timing = NetworkTiming(
        startDelay: fields.read("start-delay", .duration) ?? defaults.startDelay,
        completionDelay: fields.read("completion-delay", .duration) ?? defaults.completionDelay,
        minimumVisible: fields.read("minimum-visible", .duration) ?? defaults.minimumVisible)
      fields.finish()
      return timing
    }
  }
}

extension ValueReader where Value == [ActionDraft] {
  fileprivate static var actions: Self {
    Self { field in
      guard let entries = FieldReader.entries(of: field.node, named: field.name, field.report) else {
        return nil
      }
      guard !entries.isEmpty else {
        field.mistake("\(field.name) is empty", hint: "a board needs at least one action")
        return nil
      }
      return entries.map { id, entry in
        ActionDraft(id: id, entry, field.report)
      }
    }
  }
}
