internal import Board
internal import Wire

/// One line of JSON. Its fields are in the order in which they were added.
struct JSONObject: Sendable {
  private var fields = ""

  /// The object, without the end of the line.
  var text: String { "{\(fields)}" }

  mutating func add(_ name: String, _ value: String?) { addRaw(name, value.map(JSONText.quoted)) }
  mutating func add(_ name: String, _ value: Bool?) { addRaw(name, value.map { "\($0)" }) }
  mutating func add(_ name: String, _ value: (some BinaryInteger)?) { addRaw(name, value.map { "\($0)" }) }

  mutating func add(_ name: String, _ values: [String]) {
    addRaw(name, "[\(values.map(JSONText.quoted).joined(separator: ","))]")
  }

  mutating func addNumbers(_ name: String, _ values: [Int]) {
    addRaw(name, "[\(values.map(String.init).joined(separator: ","))]")
  }

  mutating func add(_ name: String, _ object: JSONObject?) { addRaw(name, object?.text) }

  mutating func add(_ name: String, _ objects: [JSONObject]) {
    addRaw(name, "[\(objects.map(\.text).joined(separator: ","))]")
  }

  /// A text, or an object with the texts of inputs with names.
  mutating func add(_ name: String, _ values: InputValues?) {
    addRaw(name, values.map { String(decoding: $0.tree.bytes, as: UTF8.self) })
  }

  /// The inputs with names of an action.
  mutating func add(_ name: String, _ form: JSONTree) {
    addRaw(name, String(decoding: form.bytes, as: UTF8.self))
  }

  private mutating func addRaw(_ name: String, _ value: String?) {
    if !fields.isEmpty { fields += "," }
    fields += "\"\(name)\":\(value ?? "null")"
  }
}
