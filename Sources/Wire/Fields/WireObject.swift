/// A value that is an object in JSON: each field is stated once, and written, read and compared by that.
///
/// A field that is as in the blank value is left out. So the object of a value is its difference from the
/// blank one, and a difference between two values has the same form.
package protocol WireObject: WireValue, Equatable {
  static var fields: [WireField<Self>] { get }
  /// The value whose object is empty.
  static var blank: Self { get }
}

/// A field of an object.
///
/// `@unchecked Sendable`: key paths of stored properties and the closures made of them are immutable.
package struct WireField<Root>: @unchecked Sendable {
  let name: String
  let isEqual: (Root, Root) -> Bool
  let write: (Root, inout [UInt8]) -> Void
  let read: (JSONTree, inout Root) throws(WireError) -> Void

  package init<Value: WireValue & Equatable>(_ name: String, _ path: WritableKeyPath<Root, Value>) {
    self.name = name
    isEqual = { $0[keyPath: path] == $1[keyPath: path] }
    write = { $0[keyPath: path].write(to: &$1) }
    read = { (json: JSONTree, root: inout Root) throws(WireError) in
      do throws(WireError) {
        root[keyPath: path] = try Value(json)
      } catch {
        throw WireError("\(name): \(error)")
      }
    }
  }
}

extension WireObject {
  package func write(to json: inout [UInt8]) { writeDifference(from: Self.blank, to: &json) }

  /// Appends the object of the fields that differ.
  /// - Parameter identity: A field that is always written, as JSON.
  package func writeDifference(from old: Self, to json: inout [UInt8], identity: [UInt8] = []) {
    json.append(UInt8(ascii: "{"))
    json += identity
    var isFirst = identity.isEmpty
    for field in Self.fields where !field.isEqual(self, old) {
      if !isFirst { json.append(UInt8(ascii: ",")) }
      isFirst = false
      json.append(UInt8(ascii: "\""))
      json += field.name.utf8
      json += "\":".utf8
      field.write(self, &json)
    }
    json.append(UInt8(ascii: "}"))
  }

  package init(_ json: JSONTree) throws(WireError) {
    self = Self.blank
    try apply(json)
  }

  /// Changes the fields that an object contains. Unknown fields are ignored, so that a later version can add
  /// some.
  package mutating func apply(_ difference: JSONTree) throws(WireError) {
    guard case .object(let members) = difference else { throw WireError(expected: "an object") }
    for member in members {
      try Self.fields.first { $0.name == member.name }?.read(member.value, &self)
    }
  }

  /// Its JSON, as one line without its end.
  package var json: [UInt8] {
    var json: [UInt8] = []
    write(to: &json)
    return json
  }
}
