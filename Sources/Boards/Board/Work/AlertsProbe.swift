/// The alerts of an Alertmanager, none of which may fire.
///
/// An alert that is silenced or inhibited does not fire: somebody knows of it.
public struct AlertsProbe: Sendable, Equatable {
  public let server: MonitoringServer
  /// The labels of the alerts that matter; an alert must have all of them. Empty for all alerts.
  public let filter: [AlertMatcher]

  public init(_ server: MonitoringServer, filter: [AlertMatcher] = []) {
    self.server = server
    self.filter = filter
  }

  /// The request for all these alerts, silenced ones too.
  /// - Parameter value: Returns the value of a variable; nil if it is not set.
  public func request(_ value: (_ name: String) -> String?) throws -> HTTPProbe {
    try server.request("/api/v2/alerts", query: filter.map { ("filter", "\($0)") }, value)
  }
}

extension AlertsProbe: CustomStringConvertible {
  /// What it looks at: "alerts http://localhost:9093 severity="page"".
  public var description: String { (["alerts \(server)"] + filter.map { "\($0)" }).joined(separator: " ") }
}

/// A condition for a label of an alert, such as `severity="page"` or `team=~"web|shop"`.
public struct AlertMatcher: Sendable, Equatable {
  /// How the value of a label is compared.
  public enum Relation: String, Sendable, CaseIterable {
    // The longer ones first, so that they are found first.
    case matches = "=~"
    case doesNotMatch = "!~"
    case notEqual = "!="
    case equal = "="
  }

  public let label: String
  public let relation: Relation
  /// The value, or the regular expression, which the Alertmanager reads.
  public let value: String

  /// Parses a condition. The value may be in double quotes, with the escapes `\"`, `\\` and `\n`. Returns nil
  /// for other text.
  public init?(_ text: String) {
    let text = Self.trimmed(text[...])
    let label = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    guard let first = label.first, !first.isNumber else { return nil }
    let rest = Self.trimmed(text[label.endIndex...])
    guard let relation = Relation.allCases.first(where: { rest.hasPrefix($0.rawValue) }),
      let value = Self.value(Self.trimmed(rest.dropFirst(relation.rawValue.count)))
    else { return nil }
    self.label = String(label)
    self.relation = relation
    self.value = value
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  private static func value(_ text: Substring) -> String? {
    guard text.first == "\"" else {
      return text.isEmpty || text.contains(where: { "\",{}".contains($0) }) ? nil : String(text)
    }
    var value = ""
    var rest = text.dropFirst()
    while let character = rest.popFirst() {
      switch character {
      case "\"": return rest.isEmpty ? value : nil
      case "\\":
        switch rest.popFirst() {
        case "\"": value.append("\"")
        case "\\": value.append("\\")
        case "n": value.append("\n")
        default: return nil
        }
      default: value.append(character)
      }
    }
    return nil
  }
}

extension AlertMatcher: CustomStringConvertible {
  /// The condition as the Alertmanager reads it, with the value in quotes.
  public var description: String {
    let value = value.replacing("\\", with: #"\\"#).replacing("\"", with: #"\""#)
      .replacing("\n", with: #"\n"#)
    return "\(label)\(relation.rawValue)\"\(value)\""
  }
}
