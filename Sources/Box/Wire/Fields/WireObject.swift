/// A value that is an object in JSON: each field is stated once, and written, read and compared by that.
///
/// A field that is as in the blank value is left out. So the object of a value is its difference from the
/// blank one, and a difference between two values has the same form.
package protocol WireObject: WireValue, Equatable {
  static var fields: WireFields<Self> { get }
  /// The value whose object is empty.
  static var blank: Self { get }
}

/// A field of objects of one type.
package struct WireField<Object> {
  fileprivate let field: AnyWireField

  /// - Parameter path: The path of a stored property.
  package init<Value: WireValue & Equatable>(_ name: String, _ path: WritableKeyPath<Object, Value>) {
    guard let offset = MemoryLayout<Object>.offset(of: path) else {
      preconditionFailure("\(Object.self): \"\(name)\" is not stored")
    }
    field = AnyWireField(name, at: offset, Value.self)
  }

  /// - Parameter path: The path of a computed property.
  init<Value: WireValue & Equatable>(_ name: String, computed path: WritableKeyPath<Object, Value>) {
    field = AnyWireField(name, computed: path)
  }
}

/// The fields of objects of one type.
package struct WireFields<Object>: ExpressibleByArrayLiteral, Sendable {
  let all: [AnyWireField]

  package init(arrayLiteral fields: WireField<Object>...) { all = fields.map(\.field) }
}

extension WireObject {
  package func write(to json: inout [UInt8]) { writeDifference(from: Self.blank, to: &json) }

  /// Appends the object of the fields that differ.
  /// - Parameter identity: A field that is always written, as JSON.
  package func writeDifference(from old: Self, to json: inout [UInt8], identity: [UInt8] = []) {
    withUnsafePointer(to: self) { new in
      withUnsafePointer(to: old) { old in
        Self.fields.all.writeObject(new, from: old, to: &json, identity: identity)
      }
    }
  }

  package init(_ json: JSONTree) throws(WireError) {
    self = Self.blank
    try apply(json)
  }

  /// Changes the fields that an object contains. Unknown fields are ignored, so that a later version can add
  /// some.
  package mutating func apply(_ difference: JSONTree) throws(WireError) {
    try withUnsafeMutablePointer(to: &self) { object throws(WireError) in
      try Self.fields.all.apply(difference, to: object)
    }
  }

  /// Its JSON, as one line without its end.
  package var json: [UInt8] {
    var json: [UInt8] = []
    write(to: &json)
    return json
  }
}
