/// A set of HTTP statuses: single ones, `200`, classes, `2xx`, and ranges, `200-299`.
///
///     StatusCodes("2xx")?.contains(204)   // true
public struct StatusCodes: Sendable, Equatable {
  private let ranges: [ClosedRange<Int>]

  /// 200 to 299.
  public static let successful = StatusCodes([200...299])

  private init(_ ranges: [ClosedRange<Int>]) {
    self.ranges = ranges
  }

  /// Parses a status, a class or a range. Returns nil if the text is none of these, or not within 100 to 599.
  public init?(_ text: String) {
    let bounds = text.split(separator: "-", omittingEmptySubsequences: false).map(Self.status)
    switch (bounds.count, bounds.first ?? nil, bounds.last ?? nil) {
    case (1, let status?, _):
      ranges = [status...status]
    case (2, let first?, let last?) where first <= last:
      ranges = [first...last]
    default:
      guard let digit = text.first.flatMap({ Int(String($0)) }), text.dropFirst().lowercased() == "xx",
        (1...5).contains(digit)
      else { return nil }
      ranges = [digit * 100...digit * 100 + 99]
    }
  }

  public func contains(_ status: Int) -> Bool {
    ranges.contains { $0.contains(status) }
  }

  /// The statuses in one of the two sets.
  public func union(_ other: Self) -> Self {
    Self(ranges + other.ranges)
  }

  private static func status(_ text: Substring) -> Int? {
    guard text.utf8.count == 3, text.allSatisfy({ $0.isASCII && $0.isNumber }), let status = Int(text),
      (100...599).contains(status)
    else { return nil }
    return status
  }
}

extension StatusCodes: CustomStringConvertible {
  /// The set as a message shows it: "200-299 or 404".
  public var description: String {
    ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: " or ")
  }
}
