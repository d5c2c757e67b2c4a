internal import Foundation

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The file with the text that was copied last, in case the terminal ignores it. Only its owner can read it.
struct CopyFile {
  let path: String

  /// In `XDG_RUNTIME_DIR`, or else in the directory for temporary files.
  static var standard: CopyFile {
    let environment = ProcessInfo.processInfo.environment
    let directory = ["XDG_RUNTIME_DIR", "TMPDIR"].lazy.compactMap { environment[$0] }.first {
      $0.hasPrefix("/")
    }
    return CopyFile(
      path: URL(fileURLWithPath: directory ?? "/tmp").appending(path: "signalbox-copy.txt").path)
  }

  /// Replaces the text, and returns the path.
  ///
  /// A new file is created and renamed: in a directory that everybody can write to, a link of another user is
  /// replaced and not followed.
  func write(_ text: String) throws -> String {
    var name = Array((path + ".XXXXXX").utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    let temporary = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try file.write(contentsOf: Data((text + "\n").utf8))
      guard rename(temporary, path) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    } catch {
      unlink(temporary)
      throw error
    }
    return path
  }
}

/// The result of a copy, in a message that only claims what is known.
struct CopiedText {
  /// The message.
  let message: String

  /// - Parameters:
  ///   - isSent: Whether it was sent to the clipboard of the terminal.
  ///   - file: The path of the file with the text; nil if it could not be written.
  init(_ text: String, isSent: Bool, file: String?) {
    let count = text.split(separator: "\n", omittingEmptySubsequences: false).count
    let lines = count == 1 ? "1 line" : "\(count) lines"
    message =
      switch (isSent, file) {
      case (true, let file?): "\(lines) sent to the clipboard, also in \(file)"
      case (true, nil): "\(lines) sent to the clipboard"
      case (false, let file?): "\(lines) in \(file), not in the clipboard"
      case (false, nil): "Could not copy \(lines): no clipboard, and no file to write"
      }
  }
}
