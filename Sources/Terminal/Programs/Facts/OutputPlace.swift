/// What a line of an output names: a line of a file, as compilers and tests print it, or an address.
///
///     OutputPlace(in: OutputLine("src/main.c:12:5: error"))?.target  // a file, line 12, column 5
package struct OutputPlace: Sendable, Equatable {
  package enum Target: Sendable, Equatable {
    /// The path as it is printed, and numbers from 1.
    case file(String, line: Int, column: Int?)
    /// An address of the web.
    case address(String)
  }

  package let target: Target
  /// Its part of the line, as UTF-8 offsets.
  package let range: Range<Int>

  /// The first file that a line names, or else the first link of the program, or else the first address in
  /// the text; nil for none.
  package init?(in line: OutputLine) {
    let bytes = Array(line.text.utf8)
    let link = line.links.first { $0.range.upperBound <= bytes.count }
    guard
      let place = Self.quotedFile(in: bytes) ?? Self.file(in: bytes)
        ?? link.map({ OutputPlace(.address($0.address), $0.range) }) ?? Self.address(in: bytes)
    else { return nil }
    self = place
  }

  private init(_ target: Target, _ range: Range<Int>) { (self.target, self.range) = (target, range) }

  /// Its text, as short as a footer needs it: "main.c:12", or the address.
  package var name: String {
    switch target {
    case .file(let path, let line, _): "\(path.split(separator: "/").last ?? ""):\(line)"
    case .address(let address): address
    }
  }

  // MARK: Forms

  /// `File "tests/a.py", line 12`, as of Python.
  private static func quotedFile(in bytes: [UInt8]) -> OutputPlace? {
    guard let start = bytes.firstRange(of: Array(#"File ""#.utf8))?.upperBound,
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\"")), end > start
    else { return nil }
    let word = Array("\", line ".utf8)
    guard bytes[end...].starts(with: word), let number = number(in: bytes, at: end + word.count) else {
      return nil
    }
    return OutputPlace(
      .file(text(bytes[start..<end]), line: number.value, column: nil), start..<number.end)
  }

  /// `path:12`, `path:12:5`, `path(12)` and `path(12,5)`.
  private static func file(in bytes: [UInt8]) -> OutputPlace? {
    for separator in bytes.indices where bytes[separator] == colon || bytes[separator] == opening {
      guard let line = number(in: bytes, at: separator + 1), line.value > 0 else { continue }
      let start = bytes[..<separator].lastIndex { !isPartOfPath($0) }.map { $0 + 1 } ?? 0
      guard isPath(bytes[start..<separator]) else { continue }
      let isInBrackets = bytes[separator] == opening
      var (end, column) = (line.end, Int?.none)
      if end < bytes.count, bytes[end] == (isInBrackets ? comma : colon),
        let number = number(in: bytes, at: end + 1), number.value > 0
      {
        (end, column) = (number.end, number.value)
      }
      if isInBrackets {
        guard end < bytes.count, bytes[end] == closing else { continue }
        end += 1
      } else if !isEnd(bytes[end...]) {
        continue
      }
      let path = bytes[start..<separator]
      // `file:///path`: the scheme ends before the path.
      let isURL = path.starts(with: Array("///".utf8))
      return OutputPlace(
        .file(text(isURL ? path.dropFirst(2) : path), line: line.value, column: column), start..<end)
    }
    return nil
  }

  private static func address(in bytes: [UInt8]) -> OutputPlace? {
    let starts = OutputLink.schemes.compactMap { scheme in
      bytes.firstRange(of: Array(scheme.utf8)).map { ($0.lowerBound, $0.upperBound) }
    }
    guard let (start, host) = starts.min(by: { $0.0 < $1.0 }) else { return nil }
    var end = bytes[host...].firstIndex { !isPartOfAddress($0) } ?? bytes.count
    // A sentence may go on.
    while end > host, ".,;:!?)]}'*".utf8.contains(bytes[end - 1]) { end -= 1 }
    return end > host ? OutputPlace(.address(text(bytes[start..<end])), start..<end) : nil
  }

  // MARK: Parts

  private static let (colon, comma) = (UInt8(ascii: ":"), UInt8(ascii: ","))
  private static let (opening, closing) = (UInt8(ascii: "("), UInt8(ascii: ")"))
  /// Files without an extension that tools name.
  private static let plainNames: Set = [
    "Makefile", "makefile", "GNUmakefile", "Dockerfile", "Containerfile", "Justfile", "justfile", "Rakefile",
    "Gemfile",
    "Jenkinsfile", "Vagrantfile", "Procfile",
  ]
  /// Ends of names of machines, which are followed by a port.
  private static let domains: Set = [
    "com", "org", "net", "io", "dev", "local", "localdomain", "internal", "test",
  ]

  /// The number at an offset, of at most seven digits; nil for none.
  private static func number(in bytes: [UInt8], at start: Int) -> (value: Int, end: Int)? {
    guard start <= bytes.count else { return nil }
    let digits = bytes[start...].prefix(8, \.isDigit)
    guard (1...7).contains(digits.count), let value = Int(text(digits)) else { return nil }
    return (value, digits.endIndex)
  }

  private static func isPath(_ path: ArraySlice<UInt8>) -> Bool {
    guard let name = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last,
      !name.isEmpty, path.contains(where: { !$0.isDigit && $0 != UInt8(ascii: ".") })
    else { return false }
    if plainNames.contains(text(name)) { return true }
    let hasFolder = path.contains(UInt8(ascii: "/"))
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return hasFolder }
    let ending = name[(dot + 1)...]
    guard let first = ending.first, first.isLetter, ending.count <= 12 else { return hasFolder }
    return hasFolder || dot > name.startIndex && !domains.contains(text(ending))
  }

  /// Whether nothing follows that would make it something else, such as a time or a host with a port.
  private static func isEnd(_ rest: ArraySlice<UInt8>) -> Bool {
    guard let next = rest.first else { return true }
    if next == UInt8(ascii: ".") { return rest.dropFirst().first.map { !$0.isDigit && !$0.isLetter } ?? true }
    return !next.isDigit && !next.isLetter && next != UInt8(ascii: "_") && next != UInt8(ascii: "/")
  }

  private static func isPartOfPath(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != 0x7F && !"\"'`()[]{}<>,;:=|*?!&".utf8.contains(byte)
  }

  private static func isPartOfAddress(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && !"\"<>`{}|\\^".utf8.contains(byte)
  }

  private static func text(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: Array(bytes), as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  fileprivate var isLetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}

extension ArraySlice<UInt8> {
  /// The longest beginning whose bytes satisfy a condition, of at most a number of bytes.
  fileprivate func prefix(_ limit: Int, _ condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    prefix(limit).prefix(while: condition)
  }
}
