/// A value that is being read: its node, its name in messages, and the report that collects its mistakes.
package struct Field {
  package let node: YAMLNode
  package let report: Report
  /// Where missing keys are reported.
  let location: TextLocation
  private let makeName: () -> String

  /// - Parameters:
  ///   - name: The name in messages, for instance the key in backquotes. Only evaluated when there is a
  ///     message.
  ///   - location: Where missing keys are reported; nil for the location of the value.
  package init(
    name: @autoclosure @escaping () -> String, node: YAMLNode, location: TextLocation? = nil, report: Report
  ) {
    makeName = name
    self.node = node
    self.location = location ?? node.location
    self.report = report
  }

  package var name: String { makeName() }

  /// A part of this value.
  package func child(_ name: @autoclosure @escaping () -> String, _ node: YAMLNode) -> Field {
    Field(name: name(), node: node, report: report)
  }

  package func mistake(_ message: String, hint: @autoclosure () -> String? = nil) {
    report.mistake(message, at: node.location, hint: hint())
  }

  /// Reports that the value has the wrong form: "`timeout` must be a duration, not `5 sec`".
  package func mustBe(_ expected: String, hint: @autoclosure () -> String? = nil) {
    let found = node.isNull ? "but it has no value" : "not \(node.description)"
    mistake("\(name) must be \(expected), \(found)", hint: hint())
  }

  /// The entries of a mapping whose keys are text, in the order of the file, including duplicates. Reports
  /// other keys. Returns nil, and reports a mistake, if the value is not a mapping.
  /// - Parameter hint: What was probably meant by another value.
  package func entries(hint: (YAMLNode) -> String? = { _ in nil }) -> [(String, YAMLEntry)]? {
    guard case .mapping(let all) = node.content else {
      mustBe("a mapping", hint: hint(node))
      return nil
    }
    return all.compactMap { entry in
      guard let key = entry.key.scalar?.text else {
        child("a key", entry.key).mustBe("text")
        return nil
      }
      return (key, entry)
    }
  }

  /// Maps the number of Unicode scalars that precede a position in a single value to the location in the
  /// file.
  package func locations(in scalar: YAMLScalar) -> (_ offset: Int) -> TextLocation {
    let locations = ScalarCursor.locations(of: scalar, at: node.location, in: report.source)
    return { offset in locations[min(max(offset, 0), locations.count - 1)] }
  }
}
