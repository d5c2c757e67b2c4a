import Configuration

extension ValueReader where Value == PortDefinition {
  /// A port, a range of which a free one is taken, or a word for the usual range.
  static var portDefinition: Self {
    let expected = "a port such as 3000, a range such as 3000..3999, or `auto`"
    var schema: ValueSchema {
      ValueSchema(
        "port, range or `auto`",
        .either([
          ValueReader<Int>.count(1...65_535).schema().shape, .string(pattern: #"^[0-9]+\.\.[0-9]+$"#),
          .words(["auto"]),
        ]))
    }
    return Self(schema) { field in
      guard let scalar = ValueReader<YAMLScalar>.scalar(expected).read(field) else { return nil }
      let text = scalar.text
      if text == "auto" { return .free(PortDefinition.usualRange) }
      if let port = TCPProbe.port(text) { return .fixed(port) }
      let parts = text.split(separator: "..", omittingEmptySubsequences: false)
      let bounds = parts.compactMap { TCPProbe.port($0) }
      guard parts.count == 2, bounds.count == 2 else {
        field.mustBe(expected, hint: Suggestion.hint(for: text, among: ["auto"]))
        return nil
      }
      guard bounds[0] < bounds[1] else {
        field.mistake("\(field.name) must have the smaller port first")
        return nil
      }
      return .free(bounds[0]...bounds[1])
    }
  }
}

extension BoardDraft {
  /// Reports ports of actions that have none, each once.
  func checkPorts(_ report: Report) {
    let mentions = actions.flatMap { action in
      (action.definition.map { $0.variables + $0.probeVariables } ?? []).compactMap { variable in
        variable.portOwner.map { (owner: $0, variable: variable, location: action.location) }
      }
    }
    guard !mentions.isEmpty else { return }
    let ids = Set(actions.map(\.id))
    let listening = Set(actions.filter { $0.definition?.port != nil || $0.definition == nil }.map(\.id))
    var reported: Set<String> = []
    for (id, variable, location) in mentions
    where !listening.contains(id) && reported.insert(id).inserted {
      report.mistake(
        ids.contains(id)
          ? "\(quoted(id)) has no `port`, so there is no \(quoted("${\(variable.name)}"))"
          : "\(quoted(id)) in \(quoted("${\(variable.name)}")) is not an action of this board",
        at: location,
        hint: ids.contains(id) ? nil : Suggestion.hint(for: id, among: Array(ids).sorted()))
    }
  }
}
