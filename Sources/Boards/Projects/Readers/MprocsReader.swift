internal import Configuration

/// Reads the processes of mprocs.
enum MprocsReader {
  static func read(_ file: ForeignText) throws(Diagnostic) -> Reading {
    var reading = Reading()
    guard let root = try ForeignValues.yaml(file, &reading) else {
      throw Diagnostic(inAllOf: file.path, "the file is empty")
    }
    let processes = root["procs"]?.entries ?? []
    if processes.isEmpty { reading.remark(file.path, nil, "", "it has no procs") }
    for process in processes {
      guard let command = command(of: process.value) else {
        reading.remark(file.path, process.line, process.key, "it has neither `shell` nor `cmd`")
        continue
      }
      var action = FoundAction(process.key, at: .init(file: file.path, line: process.line), command)
      action.body = command.lines
      action.summary = command.lines.first
      action.usesTerminal = true
      var service = FoundAction.Service()
      service.startsWithProject = process.value["autostart"]?.truth != false
      if process.value["autorestart"]?.truth == true { service.restart = "always" }
      action.service = service
      read(process.value, file, process.line, into: &action, &reading)
      reading.actions.append(action)
    }
    return reading
  }

  private static func command(of process: YAMLNode) -> FoundAction.Command? {
    if let text = process.text ?? process["shell"]?.chosen?.text { return .text(text, shell: nil) }
    let words = (process["cmd"]?.chosen ?? process).elements.compactMap(\.text)
    return words.isEmpty ? nil : .arguments(words)
  }

  private static func read(
    _ process: YAMLNode, _ file: ForeignText, _ line: Int, into action: inout FoundAction,
    _ reading: inout Reading
  ) {
    if let directory = process["cwd"]?.chosen?.text {
      let isHere = directory.hasPrefix("<CONFIG_DIR>")
      let path = isHere ? "." + directory.dropFirst("<CONFIG_DIR>".count) : directory
      action.directory = path.isEmpty ? nil : path
    }
    for variable in process["env"]?.entries ?? [] {
      if let value = variable.value.chosen?.text {
        action.environment.append(.init(name: variable.key, value: value))
      } else {
        reading.remark(file.path, variable.line, action.name, "the variable \(variable.key) is not removed")
      }
    }
    if process["add_path"] != nil {
      reading.remark(file.path, line, action.name, "add_path: `env` with PATH is the same on a board")
    }
    guard let stop = process["stop"] else { return }
    switch stop.text {
    case "SIGINT": action.stop = .init(signal: "INT")
    case "SIGTERM": action.stop = .init(signal: "TERM")
    case "SIGKILL", "hard-kill": action.stop = .init(signal: "KILL")
    default: reading.remark(file.path, line, action.name, "stop: keys are not sent, a signal ends it")
    }
  }
}

extension YAMLNode {
  /// The value for this system of one that depends on it.
  fileprivate var chosen: YAMLNode? {
    guard self["$select"] != nil else { return self }
    #if canImport(Darwin)
    let system = "macos"
    #else
    let system = "linux"
    #endif
    return self[system] ?? self["$else"]
  }
}

extension FoundAction.Command {
  /// The lines that say what it runs.
  var lines: [String] {
    switch self {
    case .arguments(let words): [words.joined(separator: " ")]
    case .text(let text, _): text.lines.filter { !$0.isEmpty }.prefix(12).map(String.init)
    }
  }
}
