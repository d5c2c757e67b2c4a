import Foundation

/// The files of the project.
enum Repository {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The boards in `examples/`, by file name.
  static func examples() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent("examples").path)
      .filter { $0.hasSuffix(".yml") }.sorted()
  }

  static func schema() throws -> Schema {
    try JSONDecoder().decode(Schema.self, from: Data(text("Documentation/board.schema.json").utf8))
  }
}
