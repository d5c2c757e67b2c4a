internal import Synchronization

/// Where errors come from. An error replaces an earlier one of the same source and priority, and a success clears
/// those of its own source only.
///
/// A string literal names one. Without a name, all calls of ``ErrorTracker/update(with:resetTime:priority:source:)``
/// are one source, each application of `trackError` is one, and each place in the code that calls `track` is one.
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

  /// A source with a name.
  public init(stringLiteral name: String) { identity = .name(name) }

  /// A source with a name.
  public init(_ name: String) { identity = .name(name) }

  private init(_ identity: Identity) { self.identity = identity }

  /// The source of all direct updates.
  static let update = ErrorSource(.update)

  /// A source that is equal to no other.
  static func unique() -> ErrorSource {
    ErrorSource(.operation(lastOperation.add(1, ordering: .relaxed).newValue))
  }

  /// The source for a place in the code.
  static func callSite(_ file: StaticString, _ line: UInt, _ column: UInt) -> ErrorSource {
    ErrorSource(.callSite("\(file)", line: line, column: column))
  }

  private static let lastOperation = Atomic<UInt64>(0)

  /// The name; the place in the code, or a number, for a source without one.
  public var description: String {
    switch identity {
    case .update: "update"
    case .name(let name): name
    case .operation(let number): "operation \(number)"
    case .callSite(let file, let line, let column): "\(file):\(line):\(column)"
    }
  }
}
