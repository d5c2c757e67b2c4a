/// The state of inputs as a file keeps it when the box has ended.
///
/// A line with the version, then all parts with their lengths, and at the end a digest of everything before:
/// a file that is damaged says nothing.
package struct KeptInputs: Sendable {
  /// What a success was made from that is no file.
  package enum Source: Sendable, Equatable {
    case run(Int)
    case content(ContentDigest)
    /// There was no success.
    case nothing
  }

  /// Identifies the success in the journal of results.
  package var key: String
  /// Identifies the selection of files.
  package var selection: ContentDigest
  package var sources: [String: Source]
  package var table: InputTable

  package init(key: String, selection: ContentDigest, sources: [String: Source], table: InputTable) {
    (self.key, self.selection, self.sources, self.table) = (key, selection, sources, table)
  }

  private static let header = Array("signalbox inputs 2\n".utf8)

  package var bytes: [UInt8] {
    var writer = Writer(bytes: Self.header)
    writer.add(Array(key.utf8))
    writer.add(selection)
    writer.add(sources.count)
    for (name, source) in sources.sorted(by: { $0.key < $1.key }) {
      writer.add(Array(name.utf8))
      switch source {
      case .nothing: writer.add(0)
      case .run(let number):
        writer.add(1)
        writer.add(number)
      case .content(let digest):
        writer.add(2)
        writer.add(digest)
      }
    }
    writer.add(table.count)
    var last: ArraySlice<UInt8> = []
    for (index, entry) in table.entries.enumerated() {
      let path = table.paths[index]
      let common = zip(last, path).prefix { $0 == $1 }.count
      writer.add(common)
      writer.add(Array(path.dropFirst(common)))
      writer.add(entry.digest)
      writer.add(entry.content == .settled ? entry.stamp : nil)
      last = path
    }
    writer.add(ContentDigest(of: writer.bytes))
    return writer.bytes
  }

  /// Nil if these are not all the bytes of one.
  package init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: Self.header), bytes.count >= Self.header.count + 16 else { return nil }
    var end = Reader(bytes: bytes[(bytes.count - 16)...])
    guard end.digest() == ContentDigest(of: bytes.dropLast(16)) else { return nil }
    var reader = Reader(bytes: bytes.dropFirst(Self.header.count).dropLast(16))
    guard let key = reader.text(), let selection = reader.digest(), let sourceCount = reader.number() else {
      return nil
    }
    (self.key, self.selection) = (key, selection)
    sources = [:]
    for _ in 0..<sourceCount {
      guard let name = reader.text(), let source = reader.source() else { return nil }
      sources[name] = source
    }
    guard let table = reader.table(), reader.bytes.isEmpty else { return nil }
    self.table = table
  }

  private struct Writer {
    var bytes: [UInt8]

    /// 7 bits in each byte, the lowest first.
    mutating func add(_ number: Int) { add(UInt64(max(0, number))) }

    mutating func add(_ number: UInt64) {
      var rest = number
      while rest >= 0x80 {
        bytes.append(UInt8(rest & 0x7F) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(rest))
    }

    mutating func add(_ part: [UInt8]) {
      add(part.count)
      bytes += part
    }

    mutating func add(_ digest: ContentDigest) {
      for half in [digest.high, digest.low] { withUnsafeBytes(of: half.bigEndian) { bytes += $0 } }
    }

    /// - Parameter stamp: Nil if the file has to be read whatever its stamp is.
    mutating func add(_ stamp: FileStamp?) {
      guard let stamp else { return add(0) }
      add(1)
      for number in stamp.numbers { add(number) }
    }
  }

  private struct Reader {
    var bytes: ArraySlice<UInt8>

    mutating func number() -> Int? { word().flatMap { Int(exactly: $0) } }

    mutating func word() -> UInt64? {
      var (value, shift) = (UInt64(0), UInt64(0))
      while let byte = bytes.popFirst(), shift < 64 {
        value |= UInt64(byte & 0x7F) << shift
        if byte & 0x80 == 0 { return value }
        shift += 7
      }
      return nil
    }

    mutating func part() -> ArraySlice<UInt8>? {
      guard let count = number(), count <= bytes.count else { return nil }
      defer { bytes = bytes.dropFirst(count) }
      return bytes.prefix(count)
    }

    mutating func text() -> String? { part().map { String(decoding: $0, as: UTF8.self) } }

    mutating func digest() -> ContentDigest? {
      guard bytes.count >= 16 else { return nil }
      let halves = [bytes.prefix(8), bytes.dropFirst(8).prefix(8)].map {
        $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      }
      bytes = bytes.dropFirst(16)
      return ContentDigest(high: halves[0], low: halves[1])
    }

    mutating func source() -> Source? {
      switch number() {
      case 0: .nothing
      case 1: number().map { .run($0) }
      case 2: digest().map { .content($0) }
      default: nil
      }
    }

    /// Nil if there is none; `.some(nil)` if the file has to be read whatever its stamp is.
    mutating func stamp() -> FileStamp?? {
      switch number() {
      case 0: return .some(nil)
      case 1:
        var numbers: [UInt64] = []
        for _ in 0..<FileStamp().numbers.count {
          guard let number = word() else { return nil }
          numbers.append(number)
        }
        return FileStamp(numbers).map { .some($0) }
      default: return nil
      }
    }

    mutating func table() -> InputTable? {
      guard let count = number(), count <= InputListing.fileLimit + 1 else { return nil }
      var (paths, entries, path) = (PathTable(), [InputTable.Entry](), [UInt8]())
      for _ in 0..<count {
        guard let common = number(), common <= path.count, let rest = part(), let digest = digest(),
          let stamp = stamp()
        else { return nil }
        path.removeSubrange(common...)
        path += rest
        paths.append(path)
        entries.append(
          .init(stamp: stamp ?? FileStamp(), digest: digest, content: stamp == nil ? .young : .settled))
      }
      return InputTable(paths: paths, entries: entries)
    }
  }
}

extension InputSelection {
  /// Identifies what the board says about it, wherever its logs are.
  package var digest: ContentDigest {
    var computation = ContentDigest.Computation()
    computation.addCounted([includesIgnored ? 1 : 0])
    for pattern in patterns { computation.addCounted(pattern.text.utf8) }
    return computation.result
  }
}
