/// The name of a run in the realm: random, chosen before the press.
package struct RunID: RawRepresentable, Sendable, Hashable, Codable {
  package var rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
  package init(_ rawValue: String) { self.rawValue = rawValue }
}

extension RunID: CustomStringConvertible, Comparable {
  package var description: String { rawValue }
  package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}
