/// When the network indicator of the panel appears and disappears.
public struct NetworkTiming: Sendable, Equatable {
  /// How long requests must be in progress without interruption before it appears.
  public let startDelay: Duration
  /// How long it remains after the last request, in case another one begins.
  public let completionDelay: Duration
  /// The minimum time that it remains.
  public let minimumVisible: Duration

  /// The defaults are those of `NetworkActivityIndicator`.
  public init(
    startDelay: Duration = .seconds(1), completionDelay: Duration = .milliseconds(200),
    minimumVisible: Duration = .zero
  ) {
    self.startDelay = startDelay
    self.completionDelay = completionDelay
    self.minimumVisible = minimumVisible
  }
}
