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
/// It is a class, because all fields of all actions are compared for each picture, and a copy of a structure
/// would retain all that it contains.
///
/// `@unchecked Sendable`: key paths of stored properties and the closures made of them are immutable.
package final class WireField<Root>: @unchecked Sendable {
  let name: String
  /// Its name as JSON, with the colon.
  let label: [UInt8]
  /// Whether it is the same in two values.
  let isEqual: (UnsafePointer<Root>, UnsafePointer<Root>) -> Bool
  let write: (UnsafePointer<Root>, inout [UInt8]) -> Void
  /// Takes the field of the first value over into the second one.
  let copy: (UnsafePointer<Root>, inout Root) -> Void
  let read: (JSONTree, inout Root) throws(WireError) -> Void

  package init<Value: WireValue & Equatable>(_ name: String, _ path: WritableKeyPath<Root, Value>) {
    self.name = name
    label = Array("\"\(name)\":".utf8)
    // A value is read where it stands in memory: key paths cost more than all else that a comparison does.
    if let offset = MemoryLayout<Root>.offset(of: path) {
      func place(_ root: UnsafePointer<Root>) -> UnsafePointer<Value> {
        (UnsafeRawPointer(root) + offset).assumingMemoryBound(to: Value.self)
      }
      isEqual = { place($0).pointee == place($1).pointee }
      write = { place($0).pointee.write(to: &$1) }
    } else {
      isEqual = { $0.pointee[keyPath: path] == $1.pointee[keyPath: path] }
      write = { $0.pointee[keyPath: path].write(to: &$1) }
    }
    copy = { $1[keyPath: path] = $0.pointee[keyPath: path] }
    read = { (json: JSONTree, root: inout Root) throws(WireError) in
      do throws(WireError) {
        root[keyPath: path] = try Value(json)
      } catch {
        throw WireError("\(name): \(error)")
      }
    }
  }

  /// Appends the fields that differ, without the braces of the object.
  /// - Parameter isFirst: Whether the object has no field yet.
  static func write(
    _ fields: [WireField], of new: UnsafePointer<Root>, from old: UnsafePointer<Root>, to json: inout [UInt8],
    isFirst: Bool
  ) {
    var isFirst = isFirst
    for field in fields where !field.isEqual(new, old) {
      if !isFirst { json.append(UInt8(ascii: ",")) }
      isFirst = false
      json += field.label
      field.write(new, &json)
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
    withUnsafePointer(to: self) { new in
      withUnsafePointer(to: old) { old in
        WireField.write(Self.fields, of: new, from: old, to: &json, isFirst: identity.isEmpty)
      }
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
    for (field, value) in try Self.known(in: difference) { try field.read(value, &self) }
  }

  /// The fields that an object contains, and their values.
  static func known(in difference: JSONTree) throws(WireError) -> [(field: WireField<Self>, value: JSONTree)]
  {
    guard case .object(let members) = difference else { throw WireError(expected: "an object") }
    let fields = Self.fields
    var known: [(field: WireField<Self>, value: JSONTree)] = []
    // They come in the order of the fields, so that the next one is found soon.
    var next = 0
    for member in members {
      guard
        let index = fields[next...].firstIndex(where: { $0.name == member.name })
          ?? fields[..<next].firstIndex(where: { $0.name == member.name })
      else { continue }
      known.append((fields[index], member.value))
      next = index + 1
    }
    return known
  }

  /// Its JSON, as one line without its end.
  package var json: [UInt8] {
    var json: [UInt8] = []
    write(to: &json)
    return json
  }
}
