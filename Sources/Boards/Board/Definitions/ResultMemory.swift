/// Which results of an earlier process guards may read. All of them are shown.
///
///     ResultMemory.atMost(.seconds(3600)).allows(age: .seconds(60))   // true
public enum ResultMemory: Sendable, Equatable {
  /// None.
  case never
  /// All, however old.
  case always
  /// Those of at most this age. Always longer than zero.
  case atMost(Duration)

  /// Yesterday's test does not unlock today's deployment.
  public static let standard = atMost(.seconds(3600))

  /// Whether guards may read a result of this age. A negative age is that of a clock that went back.
  public func allows(age: Duration) -> Bool {
    switch self {
    case .never: false
    case .always: true
    case .atMost(let limit): age >= .zero && age <= limit
    }
  }
}
