/// Reads the bytes of a pattern from left to right.
struct PatternReader {
  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ bytes: [UInt8], at position: Int = 0) { (self.bytes, self.position) = (bytes, position) }

  mutating func next() -> UInt8? {
    guard position < bytes.count else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  private var ahead: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// The set whose `[` has just been read, up to and with its `]`; nil if it does not end, or has an unknown
  /// class. The first member may be `]`, and `-` at an end is a member.
  mutating func set(_ unit: NameGlob.Unit) -> (ranges: [ClosedRange<UInt32>], isNegated: Bool)? {
    var isNegated = false
    if ahead == UInt8(ascii: "!") || ahead == UInt8(ascii: "^") {
      position += 1
      isNegated = true
    }
    var ranges: [ClosedRange<UInt32>] = []
    var previous: UInt32?
    var isFirst = true
    while true {
      guard let value = member(unit) else { return nil }
      if value == (UInt32(UInt8(ascii: "]")), false), !isFirst { return (ranges, isNegated) }
      isFirst = false
      if value == (UInt32(UInt8(ascii: "-")), false), let low = previous, let end = ahead,
        end != UInt8(ascii: "]")
      {
        guard let high = member(unit)?.value else { return nil }
        if low <= high { ranges.append(low...high) }
        previous = nil
      } else if value == (UInt32(UInt8(ascii: "[")), false), ahead == UInt8(ascii: ":") {
        guard let found = namedClass() else { return nil }
        ranges += found
        previous = found == [0x5B...0x5B] ? 0x5B : nil
      } else {
        ranges.append(value.value...value.value)
        previous = value.value
      }
    }
  }

  private mutating func member(_ unit: NameGlob.Unit) -> (value: UInt32, isEscaped: Bool)? {
    guard let byte = ahead else { return nil }
    if byte == UInt8(ascii: "\\") {
      position += 1
      guard ahead != nil else { return nil }
      return (character(unit), true)
    }
    return (character(unit), false)
  }

  private mutating func character(_ unit: NameGlob.Unit) -> UInt32 {
    let length = unit == .byte ? 1 : bytes.withUnsafeBufferPointer { UTF8Unit.length($0, position) }
    defer { position += length }
    if length == 1 { return UInt32(bytes[position]) }
    return String(decoding: bytes[position..<position + length], as: UTF8.self).unicodeScalars.first?.value
      ?? 0
  }

  /// A class such as `[:alpha:]`, whose `[` has been read. Without `:]` it is only a bracket.
  private mutating func namedClass() -> [ClosedRange<UInt32>]? {
    guard let end = bytes[(position + 1)...].firstIndex(of: UInt8(ascii: "]")) else { return nil }
    guard end - 1 > position, bytes[end - 1] == UInt8(ascii: ":") else { return [0x5B...0x5B] }
    let ranges = Self.classes[String(decoding: bytes[(position + 1)..<(end - 1)], as: UTF8.self)]
    position = end + 1
    return ranges
  }

  private static let classes: [String: [ClosedRange<UInt32>]] = [
    "alnum": [0x30...0x39, 0x41...0x5A, 0x61...0x7A], "alpha": [0x41...0x5A, 0x61...0x7A],
    "blank": [0x20...0x20, 0x09...0x09], "cntrl": [0...0x1F, 0x7F...0x7F], "digit": [0x30...0x39],
    "graph": [0x21...0x7E], "lower": [0x61...0x7A], "print": [0x20...0x7E],
    "punct": [0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E], "space": [0x09...0x0D, 0x20...0x20],
    "upper": [0x41...0x5A], "xdigit": [0x30...0x39, 0x41...0x46, 0x61...0x66],
  ]
}
