extension Dashboard {
  /// What is going on: the value that is current, and all that runs.
  public struct Activity: Equatable, Sendable {
    /// True while anything runs.
    public var isLoading: Bool
    /// What is shown beside the spinner; nil if what runs says nothing about itself.
    public var current: ActivityValue?
    /// The running activities in order of registration.
    public var running: [ActivityLine]

    public init(
      isLoading: Bool = false, current: ActivityValue? = nil, running: [ActivityLine] = []
    ) {
      self.isLoading = isLoading
      self.current = current
      self.running = running
    }
  }

  /// What an activity says about itself: words, and how far it is if it knows.
  public struct ActivityValue: Equatable, Sendable {
    /// What is going on, in words.
    public var label: String
    /// From 0 to 1; nil if progress is unknown.
    public var fraction: Double?

    public init(_ label: String, fraction: Double? = nil) {
      self.label = label
      self.fraction = fraction
    }
  }

  /// One running activity.
  public struct ActivityLine: Equatable, Sendable {
    /// The title of the action.
    public var name: String
    /// What it says about itself; nil if nothing.
    public var value: ActivityValue?
    /// The clock time at which it began, as text: an age would have to tick.
    public var since: String?
    /// The action that it belongs to, as the board calls it; nil if it belongs to none.
    public var action: String?
    /// The number it has among all activities; the same as long as it lasts.
    public var id: UInt64 = 0

    public init(_ name: String, value: ActivityValue? = nil, since: String? = nil) {
      self.name = name
      self.value = value
      self.since = since
    }
  }
}
