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

  /// These variables and others, which replace those of the same name.
  package func adding(_ variables: [String: String]) -> InheritedVariables {
    InheritedVariables(entries: variables.map { Array("\($0.key)=\($0.value)".utf8) } + entries)
  }

  /// The value of a variable; nil if it is not set. Invalid UTF-8 is repaired.
  package subscript(name: String) -> String? {
    let start = Array("\(name)=".utf8)
    guard let entry = entries.first(where: { $0.starts(with: start) }) else { return nil }
    return String(decoding: entry.dropFirst(start.count), as: UTF8.self)
  }
}
