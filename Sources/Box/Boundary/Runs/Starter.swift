/// The front end that requests a start.
package struct Starter: Sendable, Equatable {
  /// As the history of runs names it; nil if it has none, since there is no other.
  package let name: String?
  /// Whether it says of itself that it acts for an agent.
  package let isAgent: Bool

  package init(_ name: String?, isAgent: Bool = false) {
    self.name = name
    self.isAgent = isAgent
  }
}
