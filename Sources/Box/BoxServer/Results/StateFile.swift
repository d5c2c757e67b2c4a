internal import Processes

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Files in the state directory of a board, which only its owner reads: they are read as a whole, and are
/// replaced as a whole or not at all.
enum StateFile {
  /// Opens a file for reading. Links are not followed, and nothing is waited for.
  static func open(_ path: String) throws(SystemCallError) -> Int32 {
    #if canImport(Darwin)
    let descriptor = Darwin.open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    #else
    let descriptor = Glibc.open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    #endif
    guard descriptor >= 0 else { throw SystemCallError("open", errno) }
    return descriptor
  }

  /// The bytes of a file; nil if there is none, it is something else, or it has more bytes than allowed.
  static func read(_ path: String, limit: Int) -> [UInt8]? {
    guard let descriptor = try? open(path) else { return nil }
    defer { Descriptor.close(descriptor) }
    guard let size = Descriptor.sizeOfFile(descriptor), size <= limit else { return nil }
    return bytes(of: descriptor, 0..<size)
  }

  /// The names in a directory, without those that begin with a dot; none if it cannot be read.
  static func names(in directory: String) -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  /// The bytes of a part of a file, or those before the first that cannot be read.
  static func bytes(of descriptor: Int32, _ part: Range<Int>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: part.count) { buffer, count in
      while count < part.count {
        let bytes = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
        let read = pread(descriptor, bytes.baseAddress, bytes.count, off_t(part.lowerBound + count))
        if read < 0, errno == EINTR { continue }
        guard read > 0 else { return }
        count += read
      }
    }
  }

  /// Writes a file in the place of the one at a path, if there is one. If that fails, the old one remains.
  /// - Parameter temporary: Its path until it is complete; nil for the path with ".new".
  /// - Returns: The file, open for appending.
  static func replace(
    _ path: String, with bytes: [UInt8], temporary: String? = nil
  ) throws(SystemCallError) -> Int32 {
    let temporary = temporary ?? path + ".new"
    unlink(temporary)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW | O_CLOEXEC
    #if canImport(Darwin)
    let descriptor = Darwin.open(temporary, flags, 0o600)
    #else
    let descriptor = Glibc.open(temporary, flags, 0o600)
    #endif
    guard descriptor >= 0 else { throw SystemCallError("open", errno) }
    let error =
      bytes.withUnsafeBytes { Descriptor.write($0, to: descriptor) }
      ?? (rename(temporary, path) == 0 ? nil : errno)
    guard let error else { return descriptor }
    Descriptor.close(descriptor)
    unlink(temporary)
    throw SystemCallError("write", error)
  }
}
