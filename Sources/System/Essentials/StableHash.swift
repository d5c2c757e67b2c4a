/// A hash that is the same in every process and in every version, unlike `Hasher`: FNV-1a with 64 bits.
package enum StableHash {
  package static func number(_ text: String) -> UInt64 {
    var text = text
    return text.withUTF8 { $0.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 } }
  }

  /// Sixteen hexadecimal digits.
  package static func hex(_ text: String) -> String {
    let digits = String(number(text), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
