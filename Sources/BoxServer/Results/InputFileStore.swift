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

  package func read(_ action: String) -> [UInt8]? { StateFile.read(file(action), limit: Self.sizeLimit) }

  /// Replaces the file of an action. If that fails, the old one remains, which belongs to another success.
  func write(_ action: String, _ bytes: [UInt8]) {
    mkdir(path, 0o700)
    if let descriptor = try? StateFile.replace(file(action), with: bytes) { Descriptor.close(descriptor) }
  }

  private func file(_ action: String) -> String { "\(path)/\(action)" }
}
