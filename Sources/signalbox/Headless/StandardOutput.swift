#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Standard output of a program that prints something and ends; the caller waits for a slow reader.
struct StandardOutput: Sendable {
  /// Called when nothing can be written any more.
  let onFailure: @Sendable (_ errno: Int32) -> Void

  /// Whether a person sees what is printed.
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether standard error leads to the same file, pipe or terminal.
  static var isStandardError: Bool {
    var output = stat()
    var error = stat()
    return fstat(STDOUT_FILENO, &output) == 0 && fstat(STDERR_FILENO, &error) == 0
      && output.st_dev == error.st_dev && output.st_ino == error.st_ino
  }

  func write(_ bytes: [UInt8]) {
    if let code = bytes.withUnsafeBytes({ BlockingWrite.all($0, to: STDOUT_FILENO) }) { onFailure(code) }
  }

  func write(_ text: String) { write(Array(text.utf8)) }

  func write(lines: [String]) { write(lines.map { $0 + "\n" }.joined()) }
}
