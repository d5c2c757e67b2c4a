import Foundation

/// A file of the documentation that contains generated parts.
///
/// The tests compare it with what they generate. With `SIGNALBOX_WRITE_REFERENCE=1` they write it:
///
///     SIGNALBOX_WRITE_REFERENCE=1 swift test --filter ReferenceTests
package struct ReferenceFile {
  private let url: URL

  /// - Parameter name: The name of a file in `Documentation`.
  package init(_ name: String) {
    url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Documentation").appendingPathComponent(name)
  }

  package func text() throws -> String {
    try String(contentsOf: url, encoding: .utf8)
  }

  /// Whether the file has this content; or writes it, if the environment says so.
  package func has(_ content: String) throws -> Bool {
    if ProcessInfo.processInfo.environment["SIGNALBOX_WRITE_REFERENCE"] == "1", try text() != content {
      try Data(content.utf8).write(to: url)
    }
    return try text() == content
  }
}
