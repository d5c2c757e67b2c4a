internal import CDigest

/// What a file contains, as the first 128 bits of its SHA-256.
package struct ContentDigest: Hashable, Sendable, CustomStringConvertible {
  let high: UInt64
  let low: UInt64

  init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

  package init(of bytes: some Sequence<UInt8>) {
    var computation = Computation()
    Array(bytes).withUnsafeBytes { computation.add($0) }
    self = computation.result
  }

  /// Reads what ``description`` has written.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count == 32, text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }),
      let high = UInt64(text.prefix(16), radix: 16), let low = UInt64(text.suffix(16), radix: 16)
    else { return nil }
    self.init(high: high, low: low)
  }

  /// 32 hexadecimal digits.
  package var description: String { Self.hex(high) + Self.hex(low) }

  private static func hex(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension ContentDigest {
  /// A digest of bytes that come one part after the other.
  package struct Computation {
    private var state = digest_state()

    package init() { digest_begin(&state) }

    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
      digest_add(&state, bytes.baseAddress, bytes.count)
    }

    /// Adds bytes preceded by their number, so that two parts cannot be taken for two others.
    package mutating func addCounted(_ bytes: some Collection<UInt8>) {
      withUnsafeBytes(of: UInt64(bytes.count).littleEndian) { add($0) }
      Array(bytes).withUnsafeBytes { add($0) }
    }

    package mutating func add(_ digest: ContentDigest) {
      withUnsafeBytes(of: digest.high.bigEndian) { add($0) }
      withUnsafeBytes(of: digest.low.bigEndian) { add($0) }
    }

    package var result: ContentDigest {
      var copy = state
      return withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { buffer in
        guard let start = buffer.bindMemory(to: UInt8.self).baseAddress else {
          return ContentDigest(high: 0, low: 0)
        }
        digest_end(&copy, start)
        return ContentDigest(
          high: UInt64(bigEndian: buffer.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
          low: UInt64(bigEndian: buffer.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
      }
    }
  }
}
