internal import Processes

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Keeps messages on standard error from scrolling the picture away: while the screen is ours they go to a file without
/// a name, and are written where they belong when the screen is given back.
struct StandardErrorCapture {
  /// The file with the messages.
  let file: Int32
  /// Where standard error led before.
  let original: Int32

  /// At most this many bytes from the end are written back.
  static let replayLimit = 65_536

  /// Begins to capture. Nil if standard error is no terminal, and so does not disturb, or if no file can be made.
  init?() {
    guard isatty(STDERR_FILENO) == 1, let file = StandardErrorCapture.namelessFile() else { return nil }
    self.file = file
    // Two writers, a library and a crash message, must not overwrite one another.
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

  /// In the person's own place, else where everybody may write; the last one is memory, on Linux.
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

  /// Sends standard error to the file.
  func begin() {
    dup2(file, STDERR_FILENO)
  }

  /// Gives standard error back and writes there what was captured.
  func replay() {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      StandardErrorCapture.replay(file: file, original: original, buffer: buffer)
    }
    ftruncate(file, 0)
  }

  /// Ends the capture for good.
  func close() {
    replay()
    Descriptor.close(file)
    Descriptor.close(original)
  }

  /// The part of `replay` that a signal handler may do.
  static func replay(file: Int32, original: Int32, buffer: UnsafeMutableRawBufferPointer) {
    dup2(original, STDERR_FILENO)
    Descriptor.copyEnd(of: file, limit: replayLimit, to: STDERR_FILENO, buffer: buffer)
    if !canGrow(file, buffer) { tellOfLoss() }
  }

  /// Whoever wrote to standard error got an error, and we were not asked: a file that takes nothing now has probably lost
  /// something before. A page of a memory file, or a block of another, may have had a little room left.
  private static func canGrow(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Bool {
    write(file, buffer.baseAddress, buffer.count) == buffer.count
  }

  private static func tellOfLoss() {
    let message: StaticString = "signalbox: messages may be missing, for there was no room to keep them\n"
    Descriptor.write(
      UnsafeRawBufferPointer(start: message.utf8Start, count: message.utf8CodeUnitCount), to: STDERR_FILENO)
  }
}
