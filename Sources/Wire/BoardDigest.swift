/// Tells whether two processes have read the same text of a board: FNV-1a with 64 bits, as hexadecimal
/// digits.
package enum BoardDigest {
  package static func of(_ text: some Sequence<UInt8>) -> String {
    let hash = text.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }
}
