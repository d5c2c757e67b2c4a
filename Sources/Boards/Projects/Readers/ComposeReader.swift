internal import Configuration

/// Reads the services of compose files. `docker compose` runs them: only their order is taken over, and when
/// they are ready.
struct ComposeReader {
  private let file: ForeignText
  private var reading: Reading
  /// The services that others await as completed: they are no services of the panel.
  private var awaited: Set<String> = []

  static func read(_ file: ForeignText, _ files: ForeignFiles) throws(Diagnostic) -> Reading {
    var reading = Reading()
    guard let root = try ForeignValues.yaml(file, &reading) else {
      throw Diagnostic(inAllOf: file.path, "the file is empty")
    }
    var services = (root["services"]?.entries ?? []).map {
      Service(name: $0.key, file: file.path, line: $0.line, parts: [$0.value])
    }
    for override in overrides(of: file.path) {
      guard case .text(let text) = files[override] else { continue }
      let other = ForeignText(path: override, text: text)
      for entry in try ForeignValues.yaml(other, &reading)?["services"]?.entries ?? [] {
        if let index = services.firstIndex(where: { $0.name == entry.key }) {
          services[index].parts.append(entry.value)
        } else {
          services.append(Service(name: entry.key, file: override, line: entry.line, parts: [entry.value]))
        }
      }
    }
    if services.isEmpty { reading.remark(file.path, nil, "", "it has no services") }
    if root["include"] != nil {
      reading.remark(
        file.path, nil, "include", "docker compose reads those files: their services have no buttons")
    }
    var reader = ComposeReader(file: file, reading: reading)
    for need in services.flatMap(\.needs) where need.condition == "service_completed_successfully" {
      reader.awaited.insert(need.name)
    }
    let health = Dictionary(services.map { ($0.name, $0) }) { first, _ in first }
    for service in services { reader.add(service, among: health) }
    return reader.reading
  }

  private init(file: ForeignText, reading: Reading) { (self.file, self.reading) = (file, reading) }

  /// The files that docker compose reads, too, if it looks for the file by itself.
  private static func overrides(of path: String) -> [String] {
    guard Format.compose.fileNames.contains(path), let dot = path.lastIndex(of: ".") else { return [] }
    return ["yaml", "yml"].map { "\(path[..<dot]).override.\($0)" }
  }

  /// A service with its parts in all files.
  private struct Service {
    var name: String
    var file: String
    var line: Int
    var parts: [YAMLNode]

    /// The value of a key in the last part that has it.
    subscript(key: String) -> YAMLNode? { parts.reversed().lazy.compactMap { $0[key] }.first }

    var needs: [(name: String, condition: String)] { parts.flatMap(Dependencies.of) }

    /// What of it decides about its order and its readiness. docker does everything else.
    var body: [String] {
      let needs = needs.map {
        "\($0.name) (\($0.condition.replacing("service_", with: "").replacing("_", with: " ")))"
      }
      let ports = (self["ports"]?.elements ?? []).compactMap { $0.text ?? $0["published"]?.text }
      return [("depends_on", needs), ("ports", ports)].filter { !$0.1.isEmpty }
        .map { "\($0): \($1.joined(separator: ", "))" }
    }

    /// Whether docker knows when it is healthy.
    var hasHealthCheck: Bool {
      guard let check = self["healthcheck"], check.isMapping, check["disable"]?.truth != true else {
        return false
      }
      return check["test"] != nil && check["test"]?.texts.first != "NONE"
    }
  }

  private mutating func add(_ service: Service, among others: [String: Service]) {
    let name = service.name
    let options = Format.compose.fileNames.contains(file.path) ? [] : ["-f", file.path]
    let compose = ["docker", "compose"] + options
    let isAwaited = awaited.contains(name)
    let words = compose + ["up", "--no-deps"] + (isAwaited ? ["--exit-code-from", name, name] : [name])
    var action = FoundAction(name, at: .init(file: service.file, line: service.line), .arguments(words))
    action.section = service["profiles"]?.texts.first
    let image = service["image"]?.text.map { "image \($0)" }
    action.summary = image ?? (service["build"] == nil ? nil : "built here")
    action.body = service.body
    if !isAwaited {
      var description = FoundAction.Service()
      description.startsWithProject = service["profiles"] == nil
      description.ready = readiness(service, compose)
      action.service = description
    }
    for need in service.needs where need.name != name {
      action.needs.append(.init(name: need.name, condition: condition(need, service, others)))
    }
    var seen: Set<String> = []
    action.needs.removeAll { !seen.insert($0.name).inserted }
    for key in ["develop", "extends"] where service[key] != nil {
      reading.remark(
        service.file, service.line, name,
        key == "develop"
          ? "develop: `docker compose watch \(name)` does it" : "extends: docker compose reads it")
    }
    reading.actions.append(action)
  }

  private mutating func condition(
    _ need: (name: String, condition: String), _ service: Service, _ others: [String: Service]
  ) -> FoundAction.Need.Condition {
    switch need.condition {
    case "service_completed_successfully": return .succeeded
    case "service_healthy":
      guard !awaited.contains(need.name) else { return .running }
      if let other = others[need.name], !other.hasHealthCheck {
        reading.remark(
          service.file, service.line, service.name,
          "`\(need.name)` has no healthcheck here: it has to run, or its port has to be open")
      }
      return .ready
    default: return .running
    }
  }

  private mutating func readiness(_ service: Service, _ compose: [String]) -> FoundAction.Probe? {
    if service.hasHealthCheck {
      // The name is an argument of the shell, and no part of its text.
      let text = #""$@" | grep -q '"Health":"healthy"'"#
      let words = ["sh", "-c", text, "sh"] + compose + ["ps", "--format", "json", service.name]
      var probe = FoundAction.Probe(question: .arguments(words))
      probe.seconds.interval = 2
      return probe
    }
    for port in service["ports"]?.elements ?? [] {
      if let published = port.publishedPort { return .init(question: .tcp("localhost:\(published)")) }
    }
    return nil
  }
}

extension YAMLNode {
  /// The TCP port of this machine that leads to a container; nil if it is not fixed.
  fileprivate var publishedPort: Int? {
    if isMapping {
      guard self["protocol"]?.text != "udp" else { return nil }
      return self["published"]?.text?.withDefaults.flatMap(\.firstPort)
    }
    guard let text = text?.withDefaults, !text.hasSuffix("/udp") else { return nil }
    let parts = text.split(separator: "/").first?.split(separator: ":") ?? []
    // Without a colon, docker chooses the port.
    guard parts.count >= 2 else { return nil }
    return String(parts[parts.count - 2]).firstPort
  }
}

extension String {
  /// The text with the defaults of its variables; nil if one has none.
  fileprivate var withDefaults: String? {
    var result = ""
    var rest = self[...]
    while let range = rest.firstRange(of: "${") {
      result += rest[..<range.lowerBound]
      guard let end = rest[range.upperBound...].firstIndex(of: "}") else { return nil }
      let inner = rest[range.upperBound..<end]
      guard let sign = inner.firstRange(of: ":-") ?? inner.firstRange(of: "-") else { return nil }
      result += inner[sign.upperBound...]
      rest = rest[rest.index(after: end)...]
    }
    result += rest
    return result.contains("$") ? nil : result
  }

  /// The first port of a range.
  fileprivate var firstPort: Int? {
    split(separator: "-").first.flatMap { Int($0) }.flatMap { (1...65_535).contains($0) ? $0 : nil }
  }
}
