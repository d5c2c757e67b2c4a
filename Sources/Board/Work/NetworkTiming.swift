/// When the network indicator of the panel appears and disappears.
public struct NetworkTiming: Sendable, Equatable {
  /// How long requests must be under way without a gap before it appears.
  public let startDelay: Duration
  /// How long it stays after the last request, in case another begins.
  public let completionDelay: Duration
  /// How long it stays at least.
  public let minimumVisible: Duration

  /// The defaults are those of the indicator itself.
  public init(
    startDelay: Duration = .seconds(1), completionDelay: Duration = .milliseconds(200),
    minimumVisible: Duration = .zero
  ) {
    self.startDelay = startDelay
    self.completionDelay = completionDelay
    self.minimumVisible = minimumVisible
  }
}
