/// A pattern for one name: `*`, `?`, `[a-z]`, `[!a]`, `[[:alpha:]]` and `\`, as in git's ignore rules.
package struct NameGlob: Sendable, Equatable {
  /// What `?` and a set stand for.
  enum Unit: Sendable { case byte, character }

  private enum Token: Sendable, Equatable {
    case byte(UInt8)
    case one
    case any
    case set([ClosedRange<UInt32>], isNegated: Bool)
  }

  private let tokens: [Token]
  private let unit: Unit

  /// Nil for a set that is not closed, an unknown class, and `\` at the end: nothing matches these.
  init?(_ pattern: some Collection<UInt8>, _ unit: Unit) {
    var reader = PatternReader(Array(pattern))
    var tokens: [Token] = []
    while let byte = reader.next() {
      switch byte {
      case UInt8(ascii: "*"): if tokens.last != .any { tokens.append(.any) }
      case UInt8(ascii: "?"): tokens.append(.one)
      case UInt8(ascii: "["):
        guard let (ranges, isNegated) = reader.set(unit) else { return nil }
        tokens.append(.set(ranges, isNegated: isNegated))
      case UInt8(ascii: "\\"):
        guard let escaped = reader.next() else { return nil }
        tokens.append(.byte(escaped))
      default: tokens.append(.byte(byte))
      }
    }
    (self.tokens, self.unit) = (tokens, unit)
  }

  /// The only name that matches; nil if there are several.
  var literal: [UInt8]? {
    var name: [UInt8] = []
    for token in tokens {
      guard case .byte(let byte) = token else { return nil }
      name.append(byte)
    }
    return name
  }

  func matches(_ name: some RandomAccessCollection<UInt8>) -> Bool {
    name.withContiguousStorageIfAvailable { matches(bytes: $0) }
      ?? Array(name).withUnsafeBufferPointer(matches)
  }

  private func matches(bytes name: UnsafeBufferPointer<UInt8>) -> Bool {
    var (token, position) = (0, 0)
    // Where to continue if the rest does not match: the last `*` takes one unit more.
    var retry: (token: Int, position: Int)?
    while position < name.count || token < tokens.count {
      if token < tokens.count, tokens[token] == .any {
        retry = (token, position)
        token += 1
        continue
      }
      if token < tokens.count, position < name.count, let length = length(of: tokens[token], name, position) {
        token += 1
        position += length
        continue
      }
      guard let last = retry, last.position < name.count else { return false }
      let next = last.position + unitLength(name, last.position)
      retry = (last.token, next)
      (token, position) = (last.token + 1, next)
    }
    return true
  }

  /// The number of bytes that a token matches at a position; nil if it does not.
  private func length(of token: Token, _ name: UnsafeBufferPointer<UInt8>, _ position: Int) -> Int? {
    switch token {
    case .any: return nil
    case .byte(let byte): return name[position] == byte ? 1 : nil
    case .one: return unitLength(name, position)
    case .set(let ranges, let isNegated):
      let length = unitLength(name, position)
      let value = Self.value(name, position, length)
      return ranges.contains { $0.contains(value) } != isNegated ? length : nil
    }
  }

  private func unitLength(_ name: UnsafeBufferPointer<UInt8>, _ position: Int) -> Int {
    guard unit == .character else { return 1 }
    return UTF8Unit.length(name, position)
  }

  private static func value(_ name: UnsafeBufferPointer<UInt8>, _ position: Int, _ length: Int) -> UInt32 {
    if length == 1 { return UInt32(name[position]) }
    return String(decoding: name[position..<position + length], as: UTF8.self).unicodeScalars.first?.value
      ?? 0
  }
}

enum UTF8Unit {
  /// The number of bytes of the character at a position; 1 where there is none in UTF-8.
  static func length(_ bytes: UnsafeBufferPointer<UInt8>, _ position: Int) -> Int {
    let length =
      switch bytes[position] {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    guard position + length <= bytes.count else { return 1 }
    return bytes[(position + 1)..<(position + length)].allSatisfy { $0 & 0xC0 == 0x80 } ? length : 1
  }
}
