internal import Processes

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Holds a lock of its own while a box is active: two boxes at a time cannot both have it.
struct Witness {
  private let descriptor: Int32

  /// Nil if another box is active.
  init?(_ path: String) {
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      Descriptor.close(descriptor)
      return nil
    }
  }

  func release() { Descriptor.close(descriptor) }
}
