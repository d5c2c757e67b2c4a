import Configuration

extension ValueReader where Value == NotifyPolicy {
  /// A word or a list of words, or a mapping that says how as well.
  static var notifyPolicy: Self {
    Self { field in
      guard case .mapping = field.node.content else {
        return ValueReader<Set<NotifyPolicy.Change>>.changes.read(field).map { NotifyPolicy($0) }
      }
      guard var fields = FieldReader(field.node, named: field.name, field.report) else { return nil }
      let changes = fields.read("when", .changes)
      let ringsBell = fields.read("bell", .truth) ?? true
      let showsOnDesktop = fields.read("desktop", .truth) ?? true
      let command = fields.read("command", .invocation)
      fields.finish()
      if fields.location(of: "when") == nil { field.mistake("\(field.name) needs `when`") }
      if !ringsBell, !showsOnDesktop, fields.location(of: "command") == nil {
        field.mistake(
          "\(field.name) tells nobody", hint: "leave out `bell` or `desktop`, or give it a `command`")
      }
      return changes.map {
        NotifyPolicy($0, ringsBell: ringsBell, showsOnDesktop: showsOnDesktop, command: command)
      }
    }
  }
}

extension ValueReader where Value == Set<NotifyPolicy.Change> {
  fileprivate static var changes: Self {
    Self { field in
      let word = ValueReader<NotifyPolicy.Change>.choice
      guard case .sequence(let elements) = field.node.content else { return word.read(field).map { [$0] } }
      guard !elements.isEmpty else {
        field.mistake("\(field.name) is empty")
        return nil
      }
      let changes = elements.compactMap {
        word.read(Field(name: "an element of \(field.name)", node: $0, report: field.report))
      }
      return changes.count == elements.count ? Set(changes) : nil
    }
  }
}
