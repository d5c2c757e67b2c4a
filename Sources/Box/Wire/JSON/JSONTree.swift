/// A value of JSON (RFC 8259).
package enum JSONTree: Sendable, Equatable {
  case null
  case truth(Bool)
  /// A number, as it is written, so that no digit is lost.
  case number(String)
  case text(String)
  case list([JSONTree])
  /// The members of an object, in their order. If a name occurs twice, the last one counts.
  case object([Member])

  package struct Member: Sendable, Equatable {
    package let name: String
    package let value: JSONTree

    package init(name: String, value: JSONTree) { (self.name, self.value) = (name, value) }
  }

  /// The member of an object with this name; nil if there is none, or this is not an object.
  package subscript(name: String) -> JSONTree? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }

  package var text: String? { if case .text(let text) = self { text } else { nil } }
  package var truth: Bool? { if case .truth(let truth) = self { truth } else { nil } }
  package var list: [JSONTree]? { if case .list(let list) = self { list } else { nil } }
  package var isNull: Bool { self == .null }

  /// A whole number; nil if this is none, or it does not fit.
  package func integer<Integer: FixedWidthInteger>() -> Integer? {
    if case .number(let digits) = self { Integer(digits) } else { nil }
  }
}
