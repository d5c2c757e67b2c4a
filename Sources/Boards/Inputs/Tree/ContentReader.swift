internal import Processes

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Reads files, and says how long what it has read can be believed.
struct ContentReader {
  private static let chunk = 1 << 18
  /// How often a file is read again that is written meanwhile.
  private static let tries = 3

  private let base: PathBytes
  /// How far the clock of the file system may be behind, in nanoseconds.
  private let margin: Int64
  private var buffer = [UInt8](repeating: 0, count: chunk)

  init(_ base: PathBytes, margin: Int64) { (self.base, self.margin) = (base, margin) }

  /// Reads a file or a symbolic link, which it does not follow in the name itself.
  mutating func read(
    _ path: ArraySlice<UInt8>, _ stamp: FileStamp, _ isCancelled: () -> Bool
  ) -> InputTable.Entry {
    let absolute = path.first == PathBytes.slash ? Array(path) : base.appending(path)
    if stamp.isLink { return link(absolute, stamp, isCancelled) }
    return file(absolute, O_NOFOLLOW, isCancelled)
      ?? InputTable.Entry(stamp: stamp, digest: ContentDigest(high: 0, low: 0), content: .unreadable)
  }

  /// Nil if it cannot be read, or is no file: something else is not waited for.
  private mutating func file(
    _ path: PathBytes, _ flag: Int32, _ isCancelled: () -> Bool
  ) -> InputTable.Entry? {
    let descriptor = path.withCString { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY | flag) }
    guard descriptor >= 0 else { return nil }
    defer { Descriptor.close(descriptor) }
    for attempt in 1... {
      let time = FileStamp.now()
      guard let before = stamp(of: descriptor), before.isFile,
        let digest = digest(of: descriptor, isCancelled), let after = stamp(of: descriptor)
      else { return nil }
      if before != after, attempt < Self.tries { continue }
      return InputTable.Entry(
        stamp: after, digest: digest,
        content: before == after && before.isSettled(at: time, margin: margin) ? .settled : .young)
    }
    return nil
  }

  /// The text of a link, and the content of the file that it leads to, if it does. It is read at each look,
  /// because that file can be anywhere.
  private mutating func link(
    _ path: PathBytes, _ stamp: FileStamp, _ isCancelled: () -> Bool
  ) -> InputTable.Entry {
    var computation = ContentDigest.Computation()
    var text = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let length = path.withCString { name in
      text.withUnsafeMutableBytes { buffer in
        buffer.bindMemory(to: CChar.self).baseAddress.map { readlink(name, $0, buffer.count) } ?? -1
      }
    }
    guard length >= 0 else {
      return InputTable.Entry(stamp: stamp, digest: computation.result, content: .unreadable)
    }
    computation.addCounted(text[..<length])
    if let target = file(path, 0, isCancelled) {
      computation.add(target.digest)
    }
    return InputTable.Entry(stamp: stamp, digest: computation.result, content: .young)
  }

  private func stamp(of descriptor: Int32) -> FileStamp? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? FileStamp(status) : nil
  }

  private mutating func digest(of descriptor: Int32, _ isCancelled: () -> Bool) -> ContentDigest? {
    var computation = ContentDigest.Computation()
    var offset = 0
    while true {
      let count = buffer.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0, !isCancelled() else { return nil }
      if count == 0 { return computation.result }
      buffer.withUnsafeBytes { computation.add(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      offset += count
    }
  }
}
