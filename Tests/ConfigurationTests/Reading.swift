@testable import Configuration

/// The result of reading text: the root and the mistakes.
struct Reading {
  let node: YAMLNode?
  let diagnostics: [Diagnostic]

  init(_ text: String) {
    let report = Report(SourceText(file: "board.yml", kind: "board", text: text))
    node = YAMLReader.read(report)
    diagnostics = report.diagnostics
  }

  var mistakes: String { diagnostics.map(\.description).joined(separator: "\n") }

  /// The mistakes as location and message, without the lines of the file.
  var messages: [String] {
    diagnostics.map { "\($0.location?.line ?? 0):\($0.location?.column ?? 0): \($0.message)" }
  }

  /// All single values in the order of the text.
  var scalars: [String] { node.map(Self.scalars) ?? [] }

  private static func scalars(_ node: YAMLNode) -> [String] {
    switch node.content {
    case .scalar(let scalar): [scalar.text]
    case .sequence(let elements): elements.flatMap(scalars)
    case .mapping(let entries): entries.flatMap { scalars($0.key) + scalars($0.value) }
    }
  }
}
