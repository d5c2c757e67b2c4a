/// When an action starts because its inputs have changed.
public struct WatchPolicy: Sendable, Equatable {
  /// How long nothing must have changed before it starts.
  public static let usualDebounce = Duration.milliseconds(300)
  /// The longest such time.
  static let longestDebounce = Duration.seconds(60)

  public let debounce: Duration

  public init(debounce: Duration = usualDebounce) { self.debounce = debounce }
}
