/// An expression that Prometheus evaluates, and the values that are not healthy.
public struct QueryProbe: Sendable, Equatable {
  public let server: MonitoringServer
  /// The expression in PromQL.
  public let expression: String
  /// Values about which it warns; nil for none.
  public let warn: Threshold?
  /// Values with which it fails; nil for none.
  public let fail: Threshold?

  public init(_ server: MonitoringServer, expression: String, warn: Threshold? = nil, fail: Threshold? = nil)
  {
    self.server = server
    self.expression = expression
    self.warn = warn
    self.fail = fail
  }

  /// The request for the present value.
  /// - Parameters:
  ///   - age: The age above which samples do not count; nil for that of the server.
  ///   - value: Returns the value of a variable; nil if it is not set.
  public func request(maximumAge age: Duration?, _ value: (_ name: String) -> String?) throws -> HTTPProbe {
    var query = [(name: "query", value: expression)]
    if let age { query.append(("lookback_delta", "\(max(1, Int(age / .milliseconds(1))))ms")) }
    return try server.request("/api/v1/query", query: query, value)
  }
}

extension QueryProbe: CustomStringConvertible {
  /// What it looks at: "query http://localhost:9090 up".
  public var description: String { "query \(server) \(expression)" }
}

/// Values on one side of a number, such as `> 0.8`.
public struct Threshold: Sendable, Equatable {
  private let relation: GuardComparison.Relation
  private let bound: Double
  private let text: String

  /// Parses a relation and a number. Returns nil for other text.
  public init?(_ text: String) {
    let text = text.drop(while: \.isWhitespace)
    // The longer ones first.
    let relations = GuardComparison.Relation.allCases.sorted { $0.rawValue.count > $1.rawValue.count }
    guard let relation = relations.first(where: { text.hasPrefix($0.rawValue) }) else { return nil }
    let number = text.dropFirst(relation.rawValue.count).filter { !$0.isWhitespace }
    guard let bound = Double(number), bound.isFinite else { return nil }
    self.relation = relation
    self.bound = bound
    self.text = "\(relation.rawValue) \(number)"
  }

  /// Whether a number is one of these values.
  public func contains(_ number: Double) -> Bool { relation.holds(number, bound) }

  /// Whether a number is further in the direction of these values than another one.
  public func isWorse(_ number: Double, than other: Double) -> Bool {
    switch relation {
    case .greater, .greaterOrEqual: number > other
    case .less, .lessOrEqual: number < other
    case .equal, .notEqual: contains(number) && !contains(other)
    }
  }

  /// Whether all of these values are among those of another threshold. True only if that can be told from
  /// their directions and bounds.
  func isInside(_ other: Threshold) -> Bool {
    switch (relation, other.relation) {
    case (.greater, .greater), (.greater, .greaterOrEqual), (.greaterOrEqual, .greaterOrEqual):
      bound >= other.bound
    case (.greaterOrEqual, .greater): bound > other.bound
    case (.less, .less), (.less, .lessOrEqual), (.lessOrEqual, .lessOrEqual): bound <= other.bound
    case (.lessOrEqual, .less): bound < other.bound
    default: self == other
    }
  }
}

extension Threshold: CustomStringConvertible {
  /// The values as they are written in a board: "> 0.8".
  public var description: String { text }
}
