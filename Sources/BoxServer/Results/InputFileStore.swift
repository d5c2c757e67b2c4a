internal import Processes

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The files that keep the state of the inputs of successes, one for each action.
package struct InputFileStore: Sendable {
  /// Their directory.
  private let path: String

  private static let sizeLimit = 256 << 20

  package init(_ path: String) { self.path = path }

  package func read(_ action: String) -> [UInt8]? {
    let descriptor = open(file(action), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { Descriptor.close(descriptor) }
    guard let size = Descriptor.sizeOfFile(descriptor), size <= Self.sizeLimit else { return nil }
    var bytes: [UInt8] = []
    while true {
      let part = [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, count in
        count = max(0, pread(descriptor, buffer.baseAddress, buffer.count, off_t(bytes.count)))
      }
      if part.isEmpty || bytes.count > Self.sizeLimit { return bytes }
      bytes += part
    }
  }

  /// Replaces the file of an action. If that fails, the old one remains, which belongs to another success.
  func write(_ action: String, _ bytes: [UInt8]) {
    mkdir(path, 0o700)
    let temporary = file(action) + ".new"
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    let error = bytes.withUnsafeBytes { Descriptor.write($0, to: descriptor) }
    Descriptor.close(descriptor)
    if error != nil || rename(temporary, file(action)) != 0 { unlink(temporary) }
  }

  private func file(_ action: String) -> String { "\(path)/\(action)" }
}
