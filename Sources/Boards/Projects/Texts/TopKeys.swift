/// The keys at the top of a YAML file that say which program it belongs to.
enum TopKeys {
  private static let formats: [(key: String, format: Format?)] = [
    ("actions", nil), ("services", .compose), ("processes", .processCompose), ("procs", .mprocs),
    ("tasks", .task),
  ]

  /// The keys that are there, each with its format; nil for a board.
  static func formats(in text: String) -> [(key: String, format: Format?)] {
    let lines = text.lines
    let found = formats.filter { each in
      lines.contains { $0.hasPrefix("\(each.key):") }
    }
    // A board can be meant where `version` does not say that it is a Taskfile.
    return found.filter { $0.key != "tasks" || lines.contains { $0.hasPrefix("version:") } }
  }
}
