internal import Essentials
internal import Processes
internal import Wire

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The file of a journal of results: a line with its version, then a line of JSON for each beginning and each
/// end of a run.
struct ResultFile {
  /// Why there are no results in a file.
  enum Refusal: Error, Equatable {
    /// It cannot be used, and is left as it is.
    case unusable(String)
    /// It is not a journal of this version.
    case foreign
  }

  static let header = #"{"signalbox_results":1}"#
  /// The most bytes that are read, from the end of the file.
  private static let readLimit = 64 << 20

  private(set) var results = KeptResults()
  /// The number of lines that are not part of a journal, such as the half of one.
  private(set) var unreadableLines = 0

  /// Reads a file. One that is missing or empty has no results.
  init(_ path: String) throws(Refusal) {
    let descriptor: Int32
    do throws(SystemCallError) { descriptor = try StateFile.open(path) } catch {
      if error.code == ENOENT { return }
      throw .unusable(error.code == ELOOP ? "it is a symbolic link" : String(cString: strerror(error.code)))
    }
    defer { Descriptor.close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .unusable("it is not a file")
    }
    guard status.st_size > 0 else { return }
    guard
      StateFile.bytes(of: descriptor, 0..<Self.header.utf8.count + 1).elementsEqual("\(Self.header)\n".utf8)
    else { throw .foreign }
    let size = Int(status.st_size)
    let start = max(Self.header.utf8.count, size - Self.readLimit)
    StateFile.bytes(of: descriptor, start..<size).withUnsafeBufferPointer { read($0) }
  }

  /// Reads all lines but the first, which may be cut. If nothing is left out, that is the end of the header.
  private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    var rest = Self.afterLine(bytes)
    while !rest.isEmpty {
      let next = Self.afterLine(rest)
      let line = rest.dropLast(next.count)
      if line.first != UInt8(ascii: "\n") { take(UnsafeBufferPointer(rebasing: line)) }
      rest = next
    }
  }

  /// What follows the end of the first line.
  private static func afterLine(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    guard let start = bytes.baseAddress,
      let end = memchr(start, Int32(UInt8(ascii: "\n")), bytes.count)
    else {
      return UnsafeBufferPointer(start: nil, count: 0)
    }
    return UnsafeBufferPointer(rebasing: bytes[(UnsafeRawPointer(end) - UnsafeRawPointer(start) + 1)...])
  }

  private mutating func take(_ line: UnsafeBufferPointer<UInt8>) {
    guard let json = try? JSONParser.parse(line), let run = try? KeptRun(json), run.isPlausible else {
      unreadableLines += 1
      return
    }
    results.take(run)
  }

  /// Writes a file with these results in the place of the one at a path.
  /// - Returns: The file, for appending, and its size.
  static func write(_ results: KeptResults, to path: String) throws(SystemCallError) -> (Int32, size: Int) {
    var text = Array("\(header)\n".utf8)
    for line in results.lines { text += line.json + [UInt8(ascii: "\n")] }
    return (try StateFile.replace(path, with: text), text.count)
  }
}
