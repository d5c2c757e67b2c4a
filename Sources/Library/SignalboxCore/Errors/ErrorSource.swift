internal import Synchronization

/// The source of errors. An error replaces an earlier one of the same source and priority, and a success
/// clears only the errors of its own source.
///
/// A string literal creates a source with a name. Without a name, all calls of
/// ``ErrorTracker/update(with:resetTime:priority:source:)`` share one source, each application of
/// `trackError` is a source, and each call of `track` in the code is a source.
///
/// ```swift
/// let tracker = ErrorTracker()
/// tracker.update(with: Offline(), source: "network")
/// tracker.update(with: Slow(), source: "disk")
/// tracker.clear("network")
/// print(tracker.reports.data.map(\.source))  // prints [disk]
/// ```
public struct ErrorSource: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
  private enum Identity: Hashable, Sendable {
    case update
    case name(String)
    case operation(UInt64)
    case callSite(String, line: UInt, column: UInt)
  }

  private let identity: Identity

  /// Creates a source with a name.
  public init(stringLiteral name: String) { identity = .name(name) }

  /// Creates a source with a name.
  public init(_ name: String) { identity = .name(name) }

  private init(_ identity: Identity) { self.identity = identity }

  /// The name that the source was created with; nil for a source without a name.
  public var name: String? {
    if case .name(let name) = identity { name } else { nil }
  }

  /// The source of all direct updates.
  static let update = ErrorSource(.update)

  /// Creates a source that is equal to no other.
  static func unique() -> ErrorSource {
    ErrorSource(.operation(lastOperation.add(1, ordering: .relaxed).newValue))
  }

  /// The source for a place in the code.
  static func callSite(_ file: StaticString, _ line: UInt, _ column: UInt) -> ErrorSource {
    ErrorSource(.callSite("\(file)", line: line, column: column))
  }

  private static let lastOperation = Atomic<UInt64>(0)

  /// The name. A source without one is described by its place in the code or by a number.
  public var description: String {
    switch identity {
    case .update: "update"
    case .name(let name): name
    case .operation(let number): "operation \(number)"
    case .callSite(let file, let line, let column): "\(file):\(line):\(column)"
    }
  }
}
