extension JSONTree {
  /// Its text, without white space.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return bytes
  }

  private func append(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .truth(let truth): bytes += (truth ? "true" : "false").utf8
    case .number(let digits): bytes += digits.utf8
    case .text(let text): JSONText.append(quoted: text, to: &bytes)
    case .list(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        value.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        JSONText.append(quoted: member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  package init(_ number: some BinaryInteger) { self = .number("\(number)") }

  /// A number with at most three decimals.
  package init(thousandths number: Int) {
    let (whole, rest) = (number / 1_000, number % 1_000)
    let digits = "\(1_000 + rest)".dropFirst()
    self = .number(rest == 0 ? "\(whole)" : "\(whole).\(digits)")
  }

  /// Sets a member of an object; nothing happens to other values, nor for nil.
  package mutating func set(_ name: String, _ value: JSONTree?) {
    guard case .object(var members) = self, let value else { return }
    members.removeAll { $0.name == name }
    members.append(Member(name: name, value: value))
    self = .object(members)
  }
}

extension JSONTree: ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
  ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  package init(stringLiteral text: String) { self = .text(text) }
  package init(booleanLiteral truth: Bool) { self = .truth(truth) }
  package init(integerLiteral number: Int) { self = .number("\(number)") }
  package init(arrayLiteral values: JSONTree...) { self = .list(values) }
  package init(dictionaryLiteral members: (String, JSONTree)...) {
    self = .object(members.map { Member(name: $0.0, value: $0.1) })
  }
}
