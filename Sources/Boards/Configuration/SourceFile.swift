#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Reads and decodes files.
package enum SourceFile {
  /// The maximum size in bytes. A larger file is not a configuration file.
  package static let sizeLimit = 4 << 20

  /// Reads a UTF-8 file.
  /// - Parameter kind: The kind of file in messages, such as "board".
  package static func text(of path: String, kind: String) throws(Diagnostic) -> String {
    try text(try bytes(of: path), of: path, kind: kind)
  }

  /// Reads a UTF-8 file that programs replace while it is read: one that is missing or empty is looked for
  /// again for a quarter of a second, and one that was written a moment ago is read when it has not changed
  /// for a moment. Blocks the calling thread meanwhile.
  package static func settledText(of path: String, kind: String) throws(Diagnostic) -> String {
    let deadline = milliseconds(CLOCK_MONOTONIC) + patience
    while milliseconds(CLOCK_MONOTONIC) < deadline, !isSettled(path) { poll(nil, 0, 5) }
    return try text(of: path, kind: kind)
  }

  /// Pipes and devices are.
  private static func isSettled(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return errno != ENOENT }
    guard status.st_mode & S_IFMT == S_IFREG else { return true }
    #if canImport(Darwin)
    let changed = status.st_mtimespec
    #else
    let changed = status.st_mtim
    #endif
    let age = milliseconds(CLOCK_REALTIME) - milliseconds(changed)
    // The clock may have been set back.
    return status.st_size > 0 && !(0..<rest).contains(age)
  }

  /// How long a file is looked for, in milliseconds.
  private static let patience = 250
  /// How long a file must not have changed, in milliseconds.
  private static let rest = 50

  private static func milliseconds(_ clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return milliseconds(time)
  }

  private static func milliseconds(_ time: timespec) -> Int { time.tv_sec * 1000 + time.tv_nsec / 1_000_000 }

  /// - Parameter bytes: The content of the file.
  static func text(_ bytes: [UInt8], of path: String, kind: String) throws(Diagnostic) -> String {
    guard bytes.count <= sizeLimit else { throw tooLarge(path, kind: kind) }
    if let encoding = otherEncoding(of: bytes) {
      throw Diagnostic(file: path, message: "not UTF-8 but \(encoding)", hint: "save it as UTF-8")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw notUTF8(bytes, path, kind: kind) }
    return text
  }

  package static func tooLarge(_ path: String, kind: String) -> Diagnostic {
    Diagnostic(file: path, message: "larger than \(sizeLimit >> 20) MiB, the limit for a \(kind)")
  }

  /// Reads at most one byte more than the limit, because some files are endless.
  private static func bytes(of path: String) throws(Diagnostic) -> [UInt8] {
    guard let stream = fopen(path, "r") else { throw unreadable(path, errno) }
    defer { fclose(stream) }
    let bytes = [UInt8](unsafeUninitializedCapacity: sizeLimit + 1) { buffer, count in
      count = fread(buffer.baseAddress, 1, buffer.count, stream)
    }
    // A directory can be opened, but reading it fails.
    guard ferror(stream) == 0 else { throw unreadable(path, errno) }
    return bytes
  }

  private static func unreadable(_ path: String, _ code: CInt) -> Diagnostic {
    Diagnostic(file: path, message: "cannot be read: \(String(cString: strerror(code)))")
  }

  /// Detects UTF-16 and UTF-32, by their byte order mark or by the zeros in the first characters.
  private static func otherEncoding(of bytes: [UInt8]) -> String? {
    guard bytes.count >= 4 else { return nil }
    switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
    case (0, 0, 0xFE, 0xFF), (0xFF, 0xFE, 0, 0), (0, 0, 0, 1...), (1..., 0, 0, 0): return "UTF-32"
    case (0xFE, 0xFF, _, _), (0xFF, 0xFE, _, _), (0, 1..., 0, 1...), (1..., 0, 1..., 0): return "UTF-16"
    default: return nil
    }
  }

  private static func notUTF8(_ bytes: [UInt8], _ path: String, kind: String) -> Diagnostic {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var valid = String.UnicodeScalarView()
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      valid.append(scalar)
    }
    let source = SourceText(file: path, kind: kind, text: String(valid))
    let location = TextLocation(
      line: source.lineCount, column: source.line(source.lineCount).count + 1)
    return Diagnostic(
      source: source, location: location, message: "not UTF-8 from here on", hint: "save it as UTF-8")
  }
}
