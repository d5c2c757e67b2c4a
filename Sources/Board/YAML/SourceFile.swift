#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A file that people write: bytes that become a text.
package enum SourceFile {
  /// More bytes are a mix-up of files, or meant to keep us busy.
  static let sizeLimit = 4 << 20

  /// - Parameter kind: What such a file is called in messages: "board".
  package static func text(of path: String, kind: String) throws(Diagnostic) -> String {
    let bytes = try bytes(of: path)
    guard bytes.count <= sizeLimit else { throw tooLarge(path, kind: kind) }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw notUTF8(bytes, path) }
    return text
  }

  static func tooLarge(_ path: String, kind: String) -> Diagnostic {
    Diagnostic(file: path, message: "larger than \(sizeLimit >> 20) MiB, which no \(kind) needs")
  }

  /// At most one byte more than the limit, so that endless files end.
  private static func bytes(of path: String) throws(Diagnostic) -> [UInt8] {
    guard let stream = fopen(path, "r") else { throw unreadable(path, errno) }
    defer { fclose(stream) }
    let bytes = [UInt8](unsafeUninitializedCapacity: sizeLimit + 1) { buffer, count in
      count = fread(buffer.baseAddress, 1, buffer.count, stream)
    }
    // A directory can be opened, but not read.
    guard ferror(stream) == 0 else { throw unreadable(path, errno) }
    return bytes
  }

  private static func unreadable(_ path: String, _ code: CInt) -> Diagnostic {
    Diagnostic(file: path, message: "cannot be read: \(String(cString: strerror(code)))")
  }

  private static let byteOrderMarks: [(mark: [UInt8], encoding: String)] = [
    ([0xFF, 0xFE, 0, 0], "UTF-32"), ([0, 0, 0xFE, 0xFF], "UTF-32"), ([0xFF, 0xFE], "UTF-16"),
    ([0xFE, 0xFF], "UTF-16"),
  ]

  private static func notUTF8(_ bytes: [UInt8], _ path: String) -> Diagnostic {
    // The byte order mark of UTF-32 begins with that of UTF-16.
    let encoding = byteOrderMarks.first { bytes.starts(with: $0.mark) }?.encoding
    if let encoding {
      return Diagnostic(file: path, message: "not UTF-8 but \(encoding)", hint: "save it as UTF-8")
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
    return Diagnostic(
      source: source, location: location, message: "not UTF-8 from here on", hint: "save it as UTF-8")
  }
}
