/// Parses a text of JSON (RFC 8259). Values can be nested up to a limit, so that no text exhausts the stack.
package struct JSONParser {
  /// Why a text is not JSON.
  package struct Mistake: Error, Equatable {
    /// The number of bytes before the mistake.
    package let offset: Int
  }

  private let depthLimit: Int
  private let bytes: UnsafeBufferPointer<UInt8>
  private var place = 0
  private var depth = 0

  /// Parses one value, and nothing after it but white space.
  /// - Parameter depthLimit: How deep lists and objects may be nested.
  package static func parse(
    _ bytes: some Sequence<UInt8>, depthLimit: Int = 32
  ) throws(Mistake) -> JSONTree {
    let parse = { (bytes: UnsafeBufferPointer<UInt8>) in Self.parse(all: bytes, depthLimit) }
    let result =
      bytes.withContiguousStorageIfAvailable(parse) ?? Array(bytes).withUnsafeBufferPointer(parse)
    return try result.get()
  }

  private static func parse(
    all bytes: UnsafeBufferPointer<UInt8>, _ depthLimit: Int
  ) -> Result<JSONTree, Mistake> {
    var parser = JSONParser(bytes: bytes, depthLimit: depthLimit)
    return Result { () throws(Mistake) in
      let tree = try parser.value()
      parser.skipSpace()
      guard parser.place == bytes.count else { throw parser.mistake }
      return tree
    }
  }

  private init(bytes: UnsafeBufferPointer<UInt8>, depthLimit: Int) {
    (self.bytes, self.depthLimit) = (bytes, depthLimit)
  }

  private var mistake: Mistake { Mistake(offset: place) }
  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { place += 1 }
  }

  private mutating func take(_ byte: Character) -> Bool {
    guard next == byte.asciiValue else { return false }
    place += 1
    return true
  }

  private mutating func value() throws(Mistake) -> JSONTree {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return try nested { parser throws(Mistake) in try parser.object() }
    case UInt8(ascii: "["): return try nested { parser throws(Mistake) in try parser.list() }
    case UInt8(ascii: "\""): return .text(try string())
    case UInt8(ascii: "t"): return try word("true", .truth(true))
    case UInt8(ascii: "f"): return try word("false", .truth(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  private mutating func nested(_ body: (inout Self) throws(Mistake) -> JSONTree) throws(Mistake) -> JSONTree {
    guard depth < depthLimit else { throw mistake }
    depth += 1
    defer { depth -= 1 }
    place += 1
    return try body(&self)
  }

  private mutating func object() throws(Mistake) -> JSONTree {
    var members: [JSONTree.Member] = []
    skipSpace()
    if take("}") { return .object([]) }
    repeat {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw mistake }
      let name = try string()
      skipSpace()
      guard take(":") else { throw mistake }
      members.append(JSONTree.Member(name: name, value: try value()))
      skipSpace()
    } while take(",")
    guard take("}") else { throw mistake }
    return .object(members)
  }

  private mutating func list() throws(Mistake) -> JSONTree {
    var values: [JSONTree] = []
    skipSpace()
    if take("]") { return .list([]) }
    repeat {
      values.append(try value())
      skipSpace()
    } while take(",")
    guard take("]") else { throw mistake }
    return .list(values)
  }

  private mutating func word(_ word: StaticString, _ tree: JSONTree) throws(Mistake) -> JSONTree {
    for index in 0..<word.utf8CodeUnitCount {
      guard next == word.utf8Start[index] else { throw mistake }
      place += 1
    }
    return tree
  }

  private mutating func number() throws(Mistake) -> String {
    let start = place
    _ = take("-")
    let whole = try digits()
    if whole > 1, bytes[place - whole] == UInt8(ascii: "0") { throw mistake }
    if take(".") { _ = try digits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      _ = try digits()
    }
    return String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<place]), as: UTF8.self)
  }

  /// The number of digits, at least one.
  private mutating func digits() throws(Mistake) -> Int {
    let start = place
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { place += 1 }
    guard place > start else { throw mistake }
    return place - start
  }

  private mutating func string() throws(Mistake) -> String {
    place += 1
    var start = place
    var text = ""
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        let rest = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<place]), as: UTF8.self)
        place += 1
        return text.isEmpty ? rest : text + rest
      case UInt8(ascii: "\\"):
        text += String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<place]), as: UTF8.self)
        place += 1
        text.unicodeScalars.append(try escape())
        start = place
      case 0..<0x20: throw mistake
      default: place += 1
      }
    }
    throw mistake
  }

  private mutating func escape() throws(Mistake) -> Unicode.Scalar {
    guard let byte = next else { throw mistake }
    place += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try scalar()
    default:
      place -= 1
      throw mistake
    }
  }

  /// The scalar of `\uXXXX`, which can be half of a pair. A half without the other becomes U+FFFD.
  private mutating func scalar() throws(Mistake) -> Unicode.Scalar {
    let unit = try codeUnit()
    guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
    let afterLead = place
    guard take("\\"), take("u") else {
      place = afterLead
      return "\u{FFFD}"
    }
    let trail = try codeUnit()
    guard UTF16.isTrailSurrogate(trail) else {
      place = afterLead
      return "\u{FFFD}"
    }
    return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
  }

  private mutating func codeUnit() throws(Mistake) -> UInt16 {
    guard place + 4 <= bytes.count,
      let unit = UInt16(
        String(decoding: UnsafeBufferPointer(rebasing: bytes[place..<place + 4]), as: UTF8.self), radix: 16),
      bytes[place] != UInt8(ascii: "+"), bytes[place] != UInt8(ascii: "-")
    else { throw mistake }
    place += 4
    return unit
  }
}
