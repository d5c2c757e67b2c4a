internal import Configuration

/// Reads the processes of process-compose. Their commands are texts for a shell.
struct ProcessComposeReader {
  private let file: ForeignText
  private let root: YAMLNode
  private var reading: Reading
  /// The processes that others await as completed: they are no services.
  private var awaited: Set<String> = []
  private var logs: [String: Int] = [:]

  static func read(_ file: ForeignText) throws(Diagnostic) -> Reading {
    var reading = Reading()
    guard let root = try ForeignValues.yaml(file, &reading) else {
      throw Diagnostic(inAllOf: file.path, "the file is empty")
    }
    var reader = ProcessComposeReader(file: file, root: root, reading: reading)
    reader.readAll()
    return reader.reading
  }

  private init(file: ForeignText, root: YAMLNode, reading: Reading) {
    (self.file, self.root, self.reading) = (file, root, reading)
  }

  private mutating func readAll() {
    let processes = root["processes"]?.entries ?? []
    if processes.isEmpty { reading.remark(file.path, nil, "", "it has no processes") }
    for process in processes {
      for need in Dependencies.of(process.value) where need.condition.hasPrefix("process_completed") {
        awaited.insert(need.name)
      }
      if let log = process.value["log_location"]?.text { logs[log, default: 0] += 1 }
    }
    for process in processes { read(process.key, process.line, process.value) }
  }

  private mutating func read(_ name: String, _ line: Int, _ process: YAMLNode) {
    guard let text = text(process["command"]?.text, of: process) ?? entrypoint(process) else {
      return reading.remark(file.path, line, name, "it has no command")
    }
    guard !text.contains("{{") else {
      return reading.remark(file.path, line, name, "its command has a template")
    }
    let shell = root["shell"]?["shell_command"]?.text.map {
      [$0, root["shell"]?["shell_argument"]?.text ?? "-c"]
    }
    var action = FoundAction(name, at: .init(file: file.path, line: line), .text(text, shell: shell))
    action.summary = process["description"]?.text ?? text.lines.first.map(String.init)
    action.section = process["namespace"]?.text
    action.body = text.lines.filter { !$0.isEmpty }.prefix(12).map(String.init)
    action.directory = process["working_dir"]?.text
    action.environment = (root["environment"]?.variables ?? []) + (process["environment"]?.variables ?? [])
    action.usesTerminal = process["is_tty"]?.truth == true || process["is_interactive"]?.truth == true
    action.successCodes = (process["success_exit_codes"]?.texts ?? []).compactMap { Int($0) }
      .filter { (0...255).contains($0) }
    if !action.successCodes.isEmpty, !action.successCodes.contains(0) { action.successCodes.insert(0, at: 0) }
    readLog(process, line, into: &action)
    readStop(process, into: &action)
    readNeeds(process, line, into: &action)
    if !awaited.contains(name) { action.service = service(process, line, name) }
    readOthers(process, line, name)
    reading.actions.append(action)
  }

  /// A command with the values of the variables of the file; `$$` is `$`.
  private func text(_ text: String?, of process: YAMLNode) -> String? {
    guard var text else { return nil }
    for variable in (process["vars"]?.entries ?? []) + (root["vars"]?.entries ?? []) {
      guard let value = variable.value.text, text.contains("{{") else { continue }
      for form in ["{{.\(variable.key)}}", "{{ .\(variable.key) }}"] {
        text = text.replacing(form, with: value)
      }
    }
    return text.replacing("$$", with: "$")
  }

  /// A command as a list of words, in quotes for a shell.
  private func entrypoint(_ process: YAMLNode) -> String? {
    let words = (process["entrypoint"] ?? process["command"])?.elements.compactMap(\.text) ?? []
    guard !words.isEmpty else { return nil }
    return words.map { "'" + $0.replacing("'", with: #"'\''"#) + "'" }.joined(separator: " ")
  }

  private mutating func readLog(_ process: YAMLNode, _ line: Int, into action: inout FoundAction) {
    guard let log = process["log_location"]?.text else { return }
    if logs[log, default: 0] > 1 || log.contains("$") || log.contains("{{") || log.hasPrefix("~") {
      reading.remark(file.path, line, action.name, "log_location: each log needs a fixed file of its own")
    } else {
      action.log = log
    }
  }

  private func readStop(_ process: YAMLNode, into action: inout FoundAction) {
    guard let shutdown = process["shutdown"] else { return }
    let signals = [1: "HUP", 2: "INT", 3: "QUIT", 6: "ABRT", 9: "KILL", 10: "USR1", 12: "USR2", 15: "TERM"]
    var stop = FoundAction.Stop()
    stop.signal = shutdown["signal"]?.integer.flatMap { signals[$0] }
    stop.seconds = shutdown["timeout_seconds"]?.integer
    stop.command = text(shutdown["command"]?.text, of: process).flatMap { $0.contains("{{") ? nil : $0 }
    if stop != FoundAction.Stop() { action.stop = stop }
  }

  private mutating func readNeeds(_ process: YAMLNode, _ line: Int, into action: inout FoundAction) {
    for need in Dependencies.of(process) where need.name != action.name {
      let isService = !awaited.contains(need.name)
      switch need.condition {
      case "process_completed": action.needs.append(.init(name: need.name, condition: .ended))
      case "process_completed_successfully":
        action.needs.append(.init(name: need.name, condition: .succeeded))
      case "process_healthy", "process_log_ready":
        action.needs.append(.init(name: need.name, condition: isService ? .ready : .running))
      default: action.needs.append(.init(name: need.name, condition: .running))
      }
    }
  }

  private mutating func service(_ process: YAMLNode, _ line: Int, _ name: String) -> FoundAction.Service {
    var service = FoundAction.Service()
    service.startsWithProject = process["disabled"]?.truth != true
    let availability = process["availability"]
    switch availability?["restart"]?.text {
    case "always", "unless_stopped": service.restart = "always"
    case "on_failure", "exit_on_failure": service.restart = "failure"
    default: service.restart = "never"
    }
    if availability?["restart"]?.text == "exit_on_failure" { service.restart = "never" }
    service.restartLimit = availability?["max_restarts"]?.integer.flatMap {
      $0 > 0 ? min($0, 1_000_000) : nil
    }
    if let line = process["ready_log_line"]?.text {
      service.ready = .init(question: .line(line))
    } else {
      service.ready = probe(process["readiness_probe"], "readiness_probe", of: process, line, name)
    }
    service.liveness = probe(process["liveness_probe"], "liveness_probe", of: process, line, name)
    return service
  }

  private mutating func probe(
    _ probe: YAMLNode?, _ option: String, of process: YAMLNode, _ line: Int, _ name: String
  ) -> FoundAction.Probe? {
    guard let probe else { return nil }
    let question: FoundAction.Probe.Question
    if let command = text(probe["exec"]?["command"]?.text, of: process) {
      question = .text(command)
    } else if let http = probe["http_get"] {
      let scheme = http["scheme"]?.text?.lowercased() ?? "http"
      let host = http["host"]?.text.flatMap { $0 == "0.0.0.0" ? nil : $0 } ?? "localhost"
      let port = http["port"]?.text.map { ":\($0)" } ?? ""
      let path = http["path"]?.text ?? "/"
      question = .http("\(scheme)://\(host)\(port)\(path.hasPrefix("/") ? path : "/" + path)")
    } else {
      return nil
    }
    if case .http(let url) = question, !url.isFixedAddress {
      reading.remark(file.path, line, name, "\(option): its address is not fixed")
      return nil
    }
    if case .text(let text) = question, text.contains("{{") || text.allSatisfy(\.isWhitespace) {
      reading.remark(file.path, line, name, "\(option): its command has a template, or none")
      return nil
    }
    var result = FoundAction.Probe(question: question)
    result.seconds.interval = probe["period_seconds"]?.integer
    result.seconds.timeout = probe["timeout_seconds"]?.integer
    result.seconds.delay = probe["initial_delay_seconds"]?.integer
    result.successes = probe["success_threshold"]?.integer.map { min(max(1, $0), 1_000_000) }
    result.failures = probe["failure_threshold"]?.integer.map { min(max(1, $0), 1_000_000) }
    return result
  }

  private mutating func readOthers(_ process: YAMLNode, _ line: Int, _ name: String) {
    let others = [
      "schedule": "it is not repeated: `every` does that on a board",
      "is_daemon": "a program that goes to the background is not followed",
      "replicas": "it runs once", "is_elevated": "it does not run as another user",
      "env_file": "`env-file` does that on a board",
    ]
    for (key, reason) in others.sorted(by: { $0.key < $1.key })
    where process[key] != nil && process[key]?.truth != false {
      reading.remark(file.path, line, name, "\(key): \(reason)")
    }
  }
}

/// What a process or a service waits for.
enum Dependencies {
  /// The conditions of `depends_on`: a mapping of names, or a list of them.
  static func of(_ node: YAMLNode) -> [(name: String, condition: String)] {
    guard let dependencies = node["depends_on"] else { return [] }
    if dependencies.isMapping {
      return dependencies.entries.map { ($0.key, $0.value["condition"]?.text ?? "") }
    }
    return dependencies.texts.map { ($0, "") }
  }
}

extension String {
  /// Whether a probe can ask this address: nothing in it has to be computed, and no part is missing.
  fileprivate var isFixedAddress: Bool {
    let isPlain = !contains("$") && !contains("{") && !contains("?") && !contains("#")
    return isPlain && utf8.count < 1_000
      && unicodeScalars.allSatisfy {
        $0.isASCII && !$0.properties.isWhitespace && $0.value > 0x20 && $0 != "\""
      }
      && wholeMatch(of: /https?:\/\/[A-Za-z0-9.-]+(:[0-9]{1,5})?\/.*/) != nil
      && !(firstMatch(of: /:([0-9]{5})\//).map { (Int($0.output.1) ?? 0) > 65_535 } ?? false)
      && !contains(":0/")
  }
}
