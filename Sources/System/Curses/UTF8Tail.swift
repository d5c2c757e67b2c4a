/// Finds an incomplete UTF-8 character at the end of a buffer.
enum UTF8Tail {
  /// The number of bytes of an incomplete character at the end of `bytes`: 0 to 3.
  static func length(of bytes: some BidirectionalCollection<UInt8>) -> Int {
    for (distance, byte) in bytes.reversed().prefix(3).enumerated() {
      switch byte {
      case 0x80..<0xC0: continue
      case 0xC2..<0xE0: return distance < 1 ? distance + 1 : 0
      case 0xE0..<0xF0: return distance < 2 ? distance + 1 : 0
      case 0xF0..<0xF5: return distance < 3 ? distance + 1 : 0
      default: return 0
      }
    }
    return 0
  }
}
