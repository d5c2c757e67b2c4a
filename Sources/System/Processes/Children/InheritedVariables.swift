/// The environment variables that commands inherit.
///
///     InheritedVariables(of: context)["HOME"]   // "/home/ada"
package struct InheritedVariables: Sendable {
  private let entries: [[UInt8]]

  /// - Parameter context: What commands inherit; nil for what this process has.
  package init(of context: ProcessContext?) {
    entries = context?.environment ?? ProcessContext.currentEnvironment
  }

  private init(entries: [[UInt8]]) { self.entries = entries }

  /// These variables and others, which replace those of the same name; nil removes one.
  package func adding(_ variables: [String: String?]) -> InheritedVariables {
    let removed = variables.filter { $0.value == nil }.keys.map { Array("\($0)=".utf8) }
    let rest =
      removed.isEmpty ? entries : entries.filter { entry in !removed.contains { entry.starts(with: $0) } }
    return InheritedVariables(
      entries: variables.compactMap { name, value in value.map { Array("\(name)=\($0)".utf8) } } + rest)
  }

  /// The value of a variable; nil if it is not set. Invalid UTF-8 is repaired.
  package subscript(name: String) -> String? {
    let start = Array("\(name)=".utf8)
    guard let entry = entries.first(where: { $0.starts(with: start) }) else { return nil }
    return String(decoding: entry.dropFirst(start.count), as: UTF8.self)
  }
}
