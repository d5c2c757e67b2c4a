/// A field of an object, whose type is not known any more.
///
/// The value of the field is compared, written and read where it stands in memory: key paths cost more than
/// all else that a comparison does. Only the type of the value is compiled in, so that the compiler makes the
/// code once for each type of values: for each field of each object, it was half of this room.
///
/// It is a class, because all fields of all actions are compared for each picture, and a copy of a structure
/// would retain all that it contains.
///
/// `@unchecked Sendable`: the closures contain an offset, or a key path, which are immutable.
final class AnyWireField: @unchecked Sendable {
  let name: String
  /// Its name as JSON, with the colon.
  let label: [UInt8]
  /// Whether it is the same in two objects.
  let isEqual: (UnsafeRawPointer, UnsafeRawPointer) -> Bool
  let write: (UnsafeRawPointer, inout [UInt8]) -> Void
  /// Takes the field of the first object over into the second one.
  let copy: (UnsafeRawPointer, UnsafeMutableRawPointer) -> Void
  private let readValue: (JSONTree, UnsafeMutableRawPointer) throws(WireError) -> Void

  /// - Parameter offset: Where its value begins, in bytes after the begin of the object.
  @inline(never)
  init<Value: WireValue & Equatable>(_ name: String, at offset: Int, _: Value.Type) {
    func value(_ object: UnsafeRawPointer) -> UnsafePointer<Value> {
      (object + offset).assumingMemoryBound(to: Value.self)
    }
    func variable(_ object: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Value> {
      (object + offset).assumingMemoryBound(to: Value.self)
    }
    self.name = name
    label = Self.label(name)
    isEqual = { value($0).pointee == value($1).pointee }
    write = { value($0).pointee.write(to: &$1) }
    copy = { variable($1).pointee = value($0).pointee }
    readValue = { json, object throws(WireError) in variable(object).pointee = try Value(json) }
  }

  @inline(never)
  init<Object, Value: WireValue & Equatable>(_ name: String, computed path: WritableKeyPath<Object, Value>) {
    func object(_ place: UnsafeRawPointer) -> UnsafePointer<Object> {
      place.assumingMemoryBound(to: Object.self)
    }
    func variable(_ place: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Object> {
      place.assumingMemoryBound(to: Object.self)
    }
    self.name = name
    label = Self.label(name)
    isEqual = { object($0).pointee[keyPath: path] == object($1).pointee[keyPath: path] }
    write = { object($0).pointee[keyPath: path].write(to: &$1) }
    copy = { variable($1).pointee[keyPath: path] = object($0).pointee[keyPath: path] }
    readValue = { json, object throws(WireError) in
      variable(object).pointee[keyPath: path] = try Value(json)
    }
  }

  private static func label(_ name: String) -> [UInt8] { Array("\"\(name)\":".utf8) }

  func read(_ json: JSONTree, _ object: UnsafeMutableRawPointer) throws(WireError) {
    do throws(WireError) {
      try readValue(json, object)
    } catch {
      throw WireError("\(name): \(error)")
    }
  }
}

extension [AnyWireField] {
  /// Appends the object of the fields that differ.
  /// - Parameter identity: A field that is always written, as JSON.
  @inline(never)
  func writeObject(
    _ new: UnsafeRawPointer, from old: UnsafeRawPointer, to json: inout [UInt8], identity: [UInt8]
  ) {
    json.append(UInt8(ascii: "{"))
    json += identity
    write(new, from: old, to: &json, isFirst: identity.isEmpty)
    json.append(UInt8(ascii: "}"))
  }

  /// Appends the fields that differ, without the braces of the object.
  /// - Parameter isFirst: Whether the object has no field yet.
  func write(
    _ new: UnsafeRawPointer, from old: UnsafeRawPointer, to json: inout [UInt8], isFirst: Bool
  ) {
    var isFirst = isFirst
    for field in self where !field.isEqual(new, old) {
      if !isFirst { json.append(UInt8(ascii: ",")) }
      isFirst = false
      json += field.label
      field.write(new, &json)
    }
  }

  /// Changes the fields of the object that the JSON contains.
  @inline(never)
  func apply(_ difference: JSONTree, to object: UnsafeMutableRawPointer) throws(WireError) {
    for (field, value) in try known(in: difference) { try field.read(value, object) }
  }

  /// The fields that an object of JSON contains, and their values.
  func known(in difference: JSONTree) throws(WireError) -> [(field: AnyWireField, value: JSONTree)] {
    guard case .object(let members) = difference else { throw WireError(expected: "an object") }
    var known: [(field: AnyWireField, value: JSONTree)] = []
    // They come in the order of the fields, so that the next one is found soon.
    var next = 0
    for member in members {
      guard
        let index = self[next...].firstIndex(where: { $0.name == member.name })
          ?? self[..<next].firstIndex(where: { $0.name == member.name })
      else { continue }
      known.append((self[index], member.value))
      next = index + 1
    }
    return known
  }
}
