internal import Processes

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Keeps messages on standard error from scrolling the picture: while the screen is in use they are
/// redirected to an unlinked file, and they are replayed to standard error when the screen is released.
struct StandardErrorCapture {
  /// The file with the messages.
  let file: Int32
  /// The original standard error.
  let original: Int32

  /// The maximum number of bytes that are replayed, from the end of the file.
  static let replayLimit = 65_536

  /// Starts the capture. Nil if standard error is not a terminal, or if no file can be created.
  init?() {
    guard isatty(STDERR_FILENO) == 1, let file = StandardErrorCapture.namelessFile() else { return nil }
    self.file = file
    // Several writers, such as a library and the message of a crash, must not overwrite each other.
    _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_APPEND)
    Descriptor.closeOnExecute(file)
    original = dup(STDERR_FILENO)
    guard original >= 0 else {
      Descriptor.close(file)
      return nil
    }
    Descriptor.closeOnExecute(original)
    begin()
  }

  /// A file in `TMPDIR`, else in `/tmp`, else in `/dev/shm`, which is memory on Linux.
  private static func namelessFile() -> Int32? {
    let own = getenv("TMPDIR").map { [String(cString: $0)] } ?? []
    for directory in own + ["/tmp", "/dev/shm"] {
      var path = Array("\(directory)/signalbox.XXXXXX".utf8CString)
      let file = mkstemp(&path)
      guard file >= 0 else { continue }
      unlink(path)
      return file
    }
    return nil
  }

  /// Redirects standard error to the file.
  func begin() {
    dup2(file, STDERR_FILENO)
  }

  /// Restores standard error and writes the captured messages to it.
  func replay() {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      StandardErrorCapture.replay(file: file, original: original, buffer: buffer)
    }
    ftruncate(file, 0)
  }

  /// Replays the messages and closes the file.
  func close() {
    replay()
    Descriptor.close(file)
    Descriptor.close(original)
  }

  /// The async-signal-safe part of `replay`.
  static func replay(file: Int32, original: Int32, buffer: UnsafeMutableRawBufferPointer) {
    dup2(original, STDERR_FILENO)
    Descriptor.copyEnd(of: file, limit: replayLimit, to: STDERR_FILENO, buffer: buffer)
    if !canGrow(file, buffer) { reportLoss() }
  }

  /// Whether the file accepts more bytes. If it does not, messages have probably been lost: their writers got
  /// an error. Writes 4096 bytes, since the last block of a file may still have some room.
  private static func canGrow(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Bool {
    write(file, buffer.baseAddress, buffer.count) == buffer.count
  }

  private static func reportLoss() {
    let message: StaticString = "signalbox: some messages may be missing, because the disk is full\n"
    Descriptor.write(
      UnsafeRawBufferPointer(start: message.utf8Start, count: message.utf8CodeUnitCount), to: STDERR_FILENO)
  }
}
