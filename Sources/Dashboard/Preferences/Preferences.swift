extension Dashboard {
  /// How a person wants the panel to be, on any board.
  public struct Preferences: Equatable, Sendable {
    /// The keys of the panel.
    public var keys = KeyMap.standard

    public init() {}
  }
}
