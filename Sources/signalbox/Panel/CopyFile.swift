internal import Foundation

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A file with the text that was copied last, whether or not the terminal has copied it. Only its owner may
/// read it.
struct CopyFile {
  let path: String

  /// In the directory of this person's session, else in the one for temporary files.
  static var standard: CopyFile {
    let environment = ProcessInfo.processInfo.environment
    let directory = ["XDG_RUNTIME_DIR", "TMPDIR"].lazy.compactMap { environment[$0] }.first {
      $0.hasPrefix("/")
    }
    return CopyFile(
      path: URL(fileURLWithPath: directory ?? "/tmp").appending(path: "signalbox-copy.txt").path)
  }

  /// Puts a text in the place of the one before, and answers the path.
  ///
  /// The file is created under another name and then moved: in a directory that all users may write to, a
  /// link of somebody else is replaced and not followed.
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

/// The message about a copied text. It claims no more than is known.
struct CopiedText {
  /// The message.
  let message: String

  /// - Parameters:
  ///   - isSent: True if it went to the clipboard of the terminal.
  ///   - file: The path of the file that has it; nil if it could not be written.
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
