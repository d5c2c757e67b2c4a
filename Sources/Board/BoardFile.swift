#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The file system's side of a board: bytes that become a text.
enum BoardFile {
  /// More bytes are no board but a mix-up of files, or meant to keep us busy.
  static let sizeLimit = 256 << 10

  static func text(of path: String) throws(BoardError) -> String {
    let bytes = try bytes(of: path)
    guard bytes.count <= sizeLimit else { throw tooLarge(path) }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw notUTF8(bytes, path) }
    return text
  }

  static func tooLarge(_ path: String) -> BoardError {
    error(path, "larger than \(sizeLimit >> 10) KiB, which no board needs")
  }

  /// At most one byte more than the limit, so that endless files end.
  private static func bytes(of path: String) throws(BoardError) -> [UInt8] {
    guard let stream = fopen(path, "r") else { throw unreadable(path, errno) }
    defer { fclose(stream) }
    let bytes = [UInt8](unsafeUninitializedCapacity: sizeLimit + 1) { buffer, count in
      count = fread(buffer.baseAddress, 1, buffer.count, stream)
    }
    // A directory can be opened, but not read.
    guard ferror(stream) == 0 else { throw unreadable(path, errno) }
    return bytes
  }

  private static func unreadable(_ path: String, _ code: CInt) -> BoardError {
    error(path, "cannot be read: \(String(cString: strerror(code)))")
  }

  private static func notUTF8(_ bytes: [UInt8], _ path: String) -> BoardError {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      return error(path, "not UTF-8 but UTF-16", hint: "save it as UTF-8")
    }
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var valid = String.UnicodeScalarView()
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      valid.append(scalar)
    }
    let source = SourceText(file: path, text: String(valid))
    let location = TextLocation(
      line: source.lineCount, column: source.line(source.lineCount).count + 1)
    return BoardError(
      diagnostics: [
        Diagnostic(
          source: source, location: location, message: "not UTF-8 from here on", hint: "save it as UTF-8")
      ])
  }

  private static func error(_ path: String, _ message: String, hint: String? = nil) -> BoardError {
    BoardError(diagnostics: [Diagnostic(file: path, message: message, hint: hint)])
  }
}
