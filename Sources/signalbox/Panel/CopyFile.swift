internal import Essentials
internal import Processes

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

  /// The file from which tmux reads the text, which is removed afterwards.
  static var forTmux: CopyFile { CopyFile(path: "\(standard.path).\(UUID().uuidString)") }

  /// Replaces the text, and returns the path.
  ///
  /// A new file is created and renamed: in a directory that everybody can write to, a link of another user is
  /// replaced and not followed.
  func write(_ text: String, end: String = "\n") throws -> String {
    var name = Array((path + ".XXXXXX").utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw SystemCallError("mkstemp", errno) }
    let temporary = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { Descriptor.close(descriptor) }
    let failure = Array((text + end).utf8).withUnsafeBytes { Descriptor.write($0, to: descriptor) }
    if failure == nil, rename(temporary, path) == 0 { return path }
    let code = failure ?? errno
    unlink(temporary)
    throw SystemCallError("write", code)
  }
}
