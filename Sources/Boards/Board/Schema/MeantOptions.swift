import Configuration
import SignalboxCore

/// What was probably meant by a value in the form of another program, as options of this one.
enum Meant {
  /// `restart: always`, as of containers.
  static func restart(_ node: YAMLNode) -> String? {
    let occasion: RestartPolicy.Occasion? =
      switch node.scalar?.text.lowercased() {
      case "always", "true", "yes", "on", "unless-stopped": .always
      case "on-failure", "on_failure", "onfailure", "failure", "exit_on_failure": .failure
      case "never", "no", "false", "off", "none": .never
      default: nil
      }
    return occasion.map { "write `restart: { when: \($0.rawValue) }`" }
  }

  /// `ready: listening on`, or the address that answers.
  static func ready(_ node: YAMLNode) -> String? {
    guard let text = text(of: node), Bool(text) == nil else { return nil }
    if let probe = probe(text) { return write("ready", probe.key, probe.value) }
    return DurationText.parse(text) == nil ? write("ready", "line", text) : write("ready", "delay", text)
  }

  /// `liveness: http://localhost/`, or a command.
  static func liveness(_ node: YAMLNode) -> String? {
    guard let text = text(of: node), Bool(text) == nil else { return nil }
    let probe = probe(text)
    return write("liveness", probe?.key ?? "run", probe?.value ?? text)
  }

  /// `stop: SIGINT`, `stop: 30s`, or a command.
  static func stop(_ node: YAMLNode) -> String? {
    guard let text = text(of: node) else { return nil }
    let name = text.uppercased()
    if let signal = StopPolicy.Signal(rawValue: name.hasPrefix("SIG") ? String(name.dropFirst(3)) : name) {
      return "write `stop: { signal: \(signal.rawValue) }`"
    }
    if let time = DurationText.parse(text) == nil ? DurationText.suggestion(for: text) : text {
      return "write `stop: { grace: \(time) }`"
    }
    return write("stop", "command", text)
  }

  /// `error: high`.
  static func error(_ node: YAMLNode) -> String? {
    let priority = ErrorPriority.allCases.first { $0.word == node.scalar?.text.lowercased() }
    return priority.map { "write `error: { priority: \($0.word) }`" }
  }

  /// `retry: 3`.
  static func retry(_ node: YAMLNode) -> String? {
    node.scalar.flatMap { Int($0.text) }.flatMap { count in
      (2...1_000).contains(count) ? "write `retry: { attempts: \(count) }`: the first attempt counts" : nil
    }
  }

  /// `depends_on: [db, cache]` as a guard: "db.ready && cache.succeeded". Nil if names cannot be found.
  /// - Parameter services: The names of the actions that are services.
  static func guardText(for node: YAMLNode, services: Set<String>) -> String? {
    let names: [String?] =
      switch node.content {
      case .scalar(let scalar): [scalar.text]
      case .sequence(let elements): elements.map { $0.scalar?.text }
      case .mapping(let entries): entries.map { $0.key.scalar?.text }
      }
    let facts = names.compactMap { name -> String? in
      guard let name, !name.isEmpty, name.utf8.allSatisfy(\.isPartOfName) else { return nil }
      return "\(name).\(services.contains(name) ? "ready" : "succeeded")"
    }
    return facts.isEmpty || facts.count < names.count || facts.count > 8
      ? nil : facts.joined(separator: " && ")
  }

  /// An address as a probe; nil for another text.
  private static func probe(_ text: String) -> (key: String, value: String)? {
    if text.hasPrefix("http://") || text.hasPrefix("https://") { return ("http", text) }
    if let port = Int(text), (1...65_535).contains(port) { return ("tcp", "localhost:\(port)") }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !text.contains(" "),
      let port = Int(parts[1]), (1...65_535).contains(port)
    else { return nil }
    return ("tcp", text)
  }

  private static func text(of node: YAMLNode) -> String? {
    node.scalar.flatMap { $0.isNull || $0.text.contains("\n") ? nil : $0.text }
  }

  private static func write(_ key: String, _ option: String, _ value: String) -> String {
    "write " + quoted("\(key): { \(option): '\(value.replacing("'", with: "''"))' }")
  }
}

extension YAMLNode {
  /// Whether it is an action that says that it is a service.
  var isService: Bool {
    guard case .mapping(let entries) = content else { return false }
    return entries.contains { $0.key.scalar?.text == "service" && $0.value.scalar?.text == "true" }
  }
}

extension UInt8 {
  /// Whether it may stand in the name of an action.
  fileprivate var isPartOfName: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
