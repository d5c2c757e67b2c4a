internal import Synchronization

/// Where errors come from. An error replaces an earlier one of the same source and priority, and a success clears
/// those of its own source only.
///
/// A string literal names one. Without a name, all calls of ``ErrorTracker/update(with:resetTime:priority:source:)``
/// are one source, each application of `trackError` is one, and each place in the code that calls `track` is one.
public struct ErrorSource: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
  private enum Identity: Hashable, Sendable {
    case update
    case name(String)
    case operation(UInt64)
    case callSite(String, line: UInt, column: UInt)
  }

  private let identity: Identity

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

  public var description: String {
    switch identity {
    case .update: "update"
    case .name(let name): name
    case .operation(let number): "operation \(number)"
    case .callSite(let file, let line, let column): "\(file):\(line):\(column)"
    }
  }
}
