/// The names of the files that git tracks, from the index of a repository.
package struct GitIndex: Sendable, Equatable {
  /// Why an index says nothing about which files are tracked.
  package enum Refusal: Error, Sendable, Equatable {
    case split
    case sparse
    case unreadable
  }

  /// Relative to the root of the repository.
  package let names: PathTable

  /// No file is tracked, as in a new repository.
  package init() { names = PathTable() }

  /// Reads a file of version 2, 3 or 4. The identifiers of objects are those of SHA-1 or SHA-256, which the
  /// file does not say: with the wrong length, its parts do not end where it ends.
  package init(_ bytes: [UInt8]) throws(Refusal) {
    let result = bytes.withUnsafeBytes { buffer in Result { () throws(Refusal) in try Self.names(buffer) } }
    names = try result.get()
  }

  private static func names(_ bytes: UnsafeRawBufferPointer) throws(Refusal) -> PathTable {
    do throws(Refusal) {
      return try names(bytes, 20)
    } catch {
      guard error == .unreadable else { throw error }
      return try names(bytes, 32)
    }
  }

  private static func names(_ bytes: UnsafeRawBufferPointer, _ identifier: Int) throws(Refusal) -> PathTable {
    guard bytes.count >= 12 + identifier, bytes[..<4].elementsEqual("DIRC".utf8) else { throw .unreadable }
    let version = number(bytes, 4)
    let count = number(bytes, 8)
    let end = bytes.count - identifier
    guard (2...4).contains(version), count <= bytes.count / 40 else { throw .unreadable }
    var names = PathTable()
    names.reserve(count, bytes: bytes.count / 2)
    var name: [UInt8] = []
    var position = 12
    var hasNameless = false
    for _ in 0..<count {
      let start = position
      position += 40 + identifier
      guard position + 2 <= end else { throw .unreadable }
      let isExtended = bytes[position] & 0x40 != 0
      guard !isExtended || version >= 3 else { throw .unreadable }
      position += isExtended ? 4 : 2
      var kept = 0
      if version == 4 {
        guard let removed = variableNumber(bytes, &position, end), removed <= name.count else {
          throw .unreadable
        }
        kept = name.count - removed
      }
      guard position < end, let zero = bytes[position..<end].firstIndex(of: 0) else { throw .unreadable }
      let next = name[..<kept] + bytes[position..<zero]
      guard !next.lexicographicallyPrecedes(name) || next.isEmpty else { throw .unreadable }
      // Only a split index has entries without a name: they replace entries of the shared one.
      if next.isEmpty { hasNameless = true } else if !next.elementsEqual(name) { names.append(next) }
      name = Array(next)
      // Up to version 3, entries are filled up to a multiple of 8 bytes.
      position = version == 4 ? zero + 1 : start + (zero - start + 8) / 8 * 8
    }
    try checkExtensions(bytes, position, end)
    guard !hasNameless else { throw .unreadable }
    return names
  }

  private static func checkExtensions(
    _ bytes: UnsafeRawBufferPointer, _ start: Int, _ end: Int
  ) throws(Refusal) {
    var position = start
    var refusal: Refusal?
    while position + 8 <= end {
      let signature = String(decoding: bytes[position..<(position + 4)], as: UTF8.self)
      if signature == "link" { refusal = .split }
      if signature == "sdir" { refusal = .sparse }
      // Git does not know how to go on either, if it does not know an extension that begins with a small
      // letter.
      if let first = signature.utf8.first, first >= 0x61, refusal == nil { throw .unreadable }
      position += 8 + number(bytes, position + 4)
    }
    guard position == end else { throw .unreadable }
    if let refusal { throw refusal }
  }

  private static func number(_ bytes: UnsafeRawBufferPointer, _ position: Int) -> Int {
    Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)))
  }

  /// The number of bytes that the name before has more, in 7 bits each.
  private static func variableNumber(
    _ bytes: UnsafeRawBufferPointer, _ position: inout Int, _ end: Int
  ) -> Int? {
    var value = -1
    while position < end, value < 1 << 24 {
      let byte = bytes[position]
      position += 1
      value = (value + 1) << 7 | Int(byte & 0x7F)
      if byte & 0x80 == 0 { return value }
    }
    return nil
  }
}
