internal import Configuration

/// Reads Procfiles. Their lines are commands for a shell.
enum ProcfileReader {
  static func read(_ file: ForeignText, _ files: ForeignFiles) -> Reading {
    var reading = Reading()
    var actions: [FoundAction] = []
    let variables = file.path(to: ".env") ?? ".env"
    for (index, line) in file.text.lines.enumerated() {
      let text = line.trimmed
      guard !text.isEmpty, text.first != "#" else { continue }
      let name = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
      let rest = text.dropFirst(name.count)
      guard !name.isEmpty, rest.first == ":", !rest.dropFirst().trimmed.isEmpty else {
        reading.remark(file.path, index + 1, String(text), "a line is `name: command`")
        continue
      }
      let command = String(rest.dropFirst().trimmed)
      var action = FoundAction(
        String(name), at: .init(file: file.path, line: index + 1), .text(command, shell: nil))
      action.summary = command
      action.body = [command]
      if files.contains(variables) { action.environmentFiles = [variables] }
      if name != "release" { action.service = FoundAction.Service() }
      if let earlier = actions.firstIndex(where: { $0.name == action.name }) {
        reading.remark(
          file.path, actions[earlier].place.line, action.name, "line \(index + 1) has the same name")
        actions[earlier] = action
      } else {
        actions.append(action)
      }
    }
    let base = basePort(variables, files)
    for index in actions.indices {
      actions[index].service?.startsWithProject = true
      actions[index].environment = [.init(name: "PORT", value: "\(base + 100 * index)")]
    }
    if actions.isEmpty { reading.remark(file.path, nil, "", "it has no commands") }
    reading.actions = actions
    return reading
  }

  /// The port of the first program: that of `.env`, else that of the environment, else 5000.
  private static func basePort(_ variables: String, _ files: ForeignFiles) -> Int {
    var values: [String] = []
    if files.contains(variables), case .text(let text) = files[variables] {
      for line in text.lines {
        var line = line.trimmed
        if line.isWord("export") { line = line.dropFirst("export".count).trimmed }
        guard line.hasPrefix("PORT=") else { continue }
        values.append(line.dropFirst("PORT=".count).trimmed.filter { $0 != "\"" && $0 != "'" })
      }
    }
    let port = values.last ?? files.environment["PORT"]
    return port.flatMap { Int($0) }.flatMap { (0...65_535).contains($0) ? $0 : nil } ?? 5000
  }
}
