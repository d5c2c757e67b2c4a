import Configuration

extension ActionDraft {
  /// Reads whichever kind of work an action has: exactly one.
  ///
  /// A new kind of work is a case here: its key, how its value is read, and the keys that belong to it.
  static func readWork(
    _ fields: inout FieldReader, of id: String, at location: TextLocation, _ report: Report
  ) -> WorkDefinition? {
    let invocation = fields.read("run", .invocation)
    let directory = fields.read("dir", .text)
    let environment = fields.read("env", .environment)
    let http = fields.read("http", .httpProbe)
    let tcp = fields.read("tcp", .tcpProbe)
    let simulation = fields.read("simulate", .simulation)

    let kinds = ["run", "http", "tcp", "simulate"]
    let given = kinds.compactMap { kind in fields.location(of: kind).map { (kind: kind, location: $0) } }
      .sorted { $0.location < $1.location }
    guard let first = given.first else {
      report.mistake(
        "\(quoted(id)) has no work", at: location, hint: "give it \(listed(kinds))")
      return nil
    }
    for other in given.dropFirst() {
      report.mistake(
        "\(quoted(other.kind)) beside \(quoted(first.kind)): an action has one kind of work",
        at: other.location)
    }
    for (key, owners) in companions where !owners.contains(where: { fields.location(of: $0) != nil }) {
      guard let location = fields.location(of: key) else { continue }
      report.mistake("\(quoted(key)) belongs to \(listed(owners)), which is not here", at: location)
    }
    return invocation.map {
      .command(CommandDefinition($0, directory: directory, environment: environment ?? [:]))
    }
      ?? http.map(WorkDefinition.http) ?? tcp.map(WorkDefinition.tcp)
      ?? simulation.map(WorkDefinition.simulation)
  }

  /// Keys that have a meaning only beside one of these kinds of work. What `http` prints is the body of the answer.
  private static let companions = [
    ("dir", ["run"]), ("env", ["run"]), ("buttons", ["run"]),
    ("progress", ["run", "http"]), ("status", ["run", "http"]),
  ]

  private static func listed(_ kinds: [String]) -> String {
    let kinds = kinds.map(quoted)
    return kinds.count < 2
      ? kinds.joined() : kinds.dropLast().joined(separator: ", ") + " or " + (kinds.last ?? "")
  }
}
