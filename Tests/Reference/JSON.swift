/// A JSON value whose members keep their order.
enum JSON: Equatable {
  case text(String)
  case number(Int)
  case truth(Bool)
  case list([JSON])
  case object([Member])

  struct Member: Equatable {
    let name: String
    let value: JSON
  }

  static func object(_ members: KeyValuePairs<String, JSON>) -> JSON {
    .object(members.map { Member(name: $0.key, value: $0.value) })
  }

  /// The same object with more members.
  func adding(_ members: KeyValuePairs<String, JSON>) -> JSON {
    guard case .object(let own) = self, case .object(let added) = JSON.object(members) else { return self }
    return .object(own + added)
  }

  /// The value as text. Lists and objects that fit are written on one line.
  func formatted(indent: String = "", column: Int = 0) -> String {
    if column + line.count <= 110 { return line }
    let inner = indent + "  "
    let parts: [String]
    switch self {
    case .list(let elements):
      parts = elements.map { inner + $0.formatted(indent: inner, column: inner.count) }
    case .object(let members):
      parts = members.map { member in
        let name = inner + "\(JSON.text(member.name).line): "
        return name + member.value.formatted(indent: inner, column: name.count)
      }
    default: return line
    }
    let (open, close) = brackets
    return "\(open)\n\(parts.joined(separator: ",\n"))\n\(indent)\(close)"
  }

  private var brackets: (String, String) {
    if case .list = self { ("[", "]") } else { ("{", "}") }
  }

  /// The value on one line.
  private var line: String {
    switch self {
    case .text(let text):
      return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    case .number(let number): return "\(number)"
    case .truth(let truth): return "\(truth)"
    case .list(let elements): return "[" + elements.map(\.line).joined(separator: ", ") + "]"
    case .object(let members):
      let parts = members.map { "\(JSON.text($0.name).line): \($0.value.line)" }
      return parts.isEmpty ? "{}" : "{ " + parts.joined(separator: ", ") + " }"
    }
  }
}
