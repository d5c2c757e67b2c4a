internal import Processes

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Standard input of the program.
enum StandardInput {
  /// Why no line can be used, as it follows the name of an option.
  enum Refusal: Error, Equatable, CustomStringConvertible {
    case terminal
    case end
    case tooLong
    case notText
    case unreadable(Int32)

    var description: String {
      switch self {
      case .terminal: "standard input is a terminal, which would show the text; it has to be a pipe or a file"
      case .end: "standard input has no line"
      case .tooLong: "the line is longer than \(StandardInput.limit) bytes"
      case .notText: "the line is not UTF-8"
      case .unreadable(let code): "standard input cannot be read: \(String(cString: strerror(code)))"
      }
    }
  }

  fileprivate static let limit = 65_536

  /// Reads a line, without its end, and nothing of what follows it.
  static func line() throws(Refusal) -> String {
    if isatty(STDIN_FILENO) == 1 { throw .terminal }
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      let count = read(STDIN_FILENO, &byte, 1)
      if count < 0 {
        if errno == EINTR { continue }
        throw .unreadable(errno)
      }
      if count == 0, bytes.isEmpty { throw .end }
      if count == 0 || byte == UInt8(ascii: "\n") { break }
      bytes.append(byte)
      if bytes.count > limit { throw .tooLong }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
    return text
  }
}
