/// A number of 64 bits in JSON, which is text there: other programs would round it.
struct JSONNumber<Value: FixedWidthInteger & Codable>: Codable {
  let value: Value

  init(_ value: Value) { self.value = value }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let text = try? container.decode(String.self) else {
      value = try container.decode(Value.self)
      return
    }
    guard let value = Value(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a number: \(text)")
    }
    self.value = value
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(String(value))
  }
}
