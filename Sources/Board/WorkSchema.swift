extension ActionDraft {
  /// Reads whichever kind of work an action has: exactly one.
  ///
  /// A new kind of work is a case here: its key, how its value is read, and the keys that belong to it.
  static func readWork(
    _ fields: inout FieldReader, of id: String, at location: TextLocation, _ report: Report
  ) -> Work? {
    let invocation = fields.read("run", .invocation)
    let directory = fields.read("dir", .text)
    let environment = fields.read("env", .environment)
    let simulation = fields.read("simulate", .simulation)

    let kinds = ["run", "simulate"]
    let given = kinds.compactMap { kind in fields.location(of: kind).map { (kind: kind, location: $0) } }
      .sorted { $0.location < $1.location }
    guard let first = given.first else {
      report.mistake(
        "\(quoted(id)) has no work", at: location,
        hint: "give it \(kinds.map(quoted).joined(separator: " or "))")
      return nil
    }
    for other in given.dropFirst() {
      report.mistake(
        "\(quoted(other.kind)) beside \(quoted(first.kind)): an action has one kind of work",
        at: other.location)
    }
    if fields.location(of: "run") == nil {
      for key in ["dir", "env"] {
        guard let location = fields.location(of: key) else { continue }
        report.mistake("\(quoted(key)) belongs to `run`, which is not here", at: location)
      }
    }
    return invocation.map { .command(Command($0, directory: directory, environment: environment ?? [:])) }
      ?? simulation.map(Work.simulation)
  }
}

extension ValueReader where Value == Command.Invocation {
  fileprivate static var invocation: Self {
    Self { field in
      guard case .sequence(let elements) = field.node.content else {
        let text = ValueReader<YAMLScalar>.scalar("a command or a list of arguments").read(field)?.text
        guard let text else { return nil }
        guard text.contains(where: { !$0.isWhitespace }) else {
          field.mistake("\(field.name) has nothing to run")
          return nil
        }
        return .shell(text)
      }
      let arguments = elements.compactMap { element in
        let argument = Field(name: "an argument of \(field.name)", node: element, report: field.report)
        return ValueReader<YAMLScalar>.scalar("a text").read(argument)?.text
      }
      guard arguments.count == elements.count else { return nil }
      guard let program = arguments.first, !program.isEmpty else {
        field.mistake("\(field.name) has nothing to run")
        return nil
      }
      return .arguments(arguments)
    }
  }
}

extension ValueReader where Value == [String: String] {
  fileprivate static var environment: Self {
    Self { field in
      guard let entries = FieldReader.entries(of: field.node, named: field.name, field.report) else {
        return nil
      }
      var variables: [String: String] = [:]
      for (name, entry) in entries {
        if name.isEmpty || name.contains("=") || name.unicodeScalars.contains("\0") {
          field.report.mistake("\(quoted(name)) cannot be the name of a variable", at: entry.key.location)
        }
        let variable = Field(name: quoted(name), node: entry.value, report: field.report)
        variables[name] = ValueReader<YAMLScalar>.scalar("a text").read(variable)?.text
      }
      return variables
    }
  }
}

extension ValueReader where Value == Simulation {
  fileprivate static var simulation: Self {
    Self { field in
      guard var fields = FieldReader(field.node, named: field.name, field.report) else { return nil }
      let duration = fields.read("duration", .positiveDuration)
      let steps = fields.read("steps", .count(0...100_000))
      let requests = fields.read("requests", .count(1...1_000))
      let failEvery = fields.read("fail-every", .count(1...1_000_000))
      let failure = fields.read("failure", .text)
      let value = fields.read("value", .text)
      fields.finish()
      if fields.location(of: "duration") == nil {
        field.mistake("\(field.name) needs a `duration`")
      }
      if let location = fields.location(of: "failure"), fields.location(of: "fail-every") == nil {
        field.report.mistake("`failure` without `fail-every`: no run fails", at: location)
      }
      return duration.map {
        Simulation(
          duration: $0, steps: steps ?? 0, requests: requests ?? 1, failEvery: failEvery,
          failure: failure ?? "simulated failure", value: value)
      }
    }
  }
}
