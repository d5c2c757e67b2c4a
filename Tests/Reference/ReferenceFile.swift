import Foundation

/// A stored file with generated parts, in the documentation or among the tests.
///
/// The tests compare it with what they generate. With `SIGNALBOX_WRITE_REFERENCE=1` they write it:
///
///     SIGNALBOX_WRITE_REFERENCE=1 swift test --filter ReferenceTests
package struct ReferenceFile {
  private let url: URL

  /// - Parameter name: The name of a file in `Documentation`.
  package init(_ name: String) {
    url = Self.root.appendingPathComponent("Documentation").appendingPathComponent(name)
  }

  /// - Parameter path: The path of a file below `Tests`.
  package init(test path: String) {
    url = Self.root.appendingPathComponent("Tests").appendingPathComponent(path)
  }

  /// The names of the files in a directory below `Tests`, in alphabetical order.
  package static func names(test path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: root.appendingPathComponent("Tests").appendingPathComponent(path).path
    ).sorted()
  }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  package func text() throws -> String {
    try String(contentsOf: url, encoding: .utf8)
  }

  /// Whether the file has this content; or writes it, if the environment says so.
  package func has(_ content: String) throws -> Bool {
    if ProcessInfo.processInfo.environment["SIGNALBOX_WRITE_REFERENCE"] == "1", (try? text()) != content {
      try Data(content.utf8).write(to: url)
    }
    return try text() == content
  }
}
