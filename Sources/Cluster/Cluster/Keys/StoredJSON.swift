import Essentials

/// Values as JSON text.
enum StoredJSON {
  /// The longest value that is read. Signalbox writes less.
  static let limit = 1 << 20

  static func bytes(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Only a number that is not finite cannot be encoded, and none of those is written.
    return (try? encoder.encode(value)).map(Array.init) ?? []
  }

  /// - Returns: Nil if the bytes are not such a value.
  static func value<Value: Decodable>(_ bytes: [UInt8]) -> Value? {
    guard bytes.count <= limit else { return nil }
    return try? JSONDecoder().decode(Value.self, from: Data(bytes))
  }
}
