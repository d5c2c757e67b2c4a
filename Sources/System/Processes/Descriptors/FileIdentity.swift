#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Which file is at a path.
package struct FileIdentity: Sendable, Equatable {
  private let device: UInt64
  private let node: UInt64

  /// Nil if there is none. Links are not followed.
  package init?(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The file that a descriptor has open.
  package init?(_ descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    (device, node) = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino))
  }
}
