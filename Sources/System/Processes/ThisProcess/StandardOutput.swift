#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Standard output of a program that prints something and ends; the caller waits for a slow reader.
package struct StandardOutput: Sendable {
  private let onFailure: @Sendable (_ errno: Int32) -> Void

  /// - Parameter onFailure: Called when nothing can be written any more.
  package init(onFailure: @escaping @Sendable (_ errno: Int32) -> Void) { self.onFailure = onFailure }

  /// Whether a person sees what is printed.
  package static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  package func write(_ bytes: [UInt8]) {
    if let code = bytes.withUnsafeBytes({ Descriptor.write($0, to: STDOUT_FILENO) }) { onFailure(code) }
  }

  package func write(_ text: String) { write(Array(text.utf8)) }
}
