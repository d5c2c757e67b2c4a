extension Dashboard {
  /// What is in progress: the current value and all running activities.
  public struct ActivityOverview: Equatable, Sendable {
    /// True while at least one activity is running.
    public var isLoading: Bool
    /// The value shown beside the spinner; nil if no running activity has one.
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

  /// What an activity reports: a label, and its progress if known.
  public struct ActivityValue: Equatable, Sendable {
    /// What the activity is doing, in words.
    public var label: String
    /// The progress from 0 to 1; nil if unknown.
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
    /// The value that the activity reports; nil for none.
    public var value: ActivityValue?
    /// The clock time at which it began, as text. An age would have to be redrawn every second.
    public var since: String?
    /// The name of its action in the board; nil if it belongs to no action.
    public var action: String?
    /// The identifier of the activity, unique among all activities.
    public var id: UInt64 = 0

    public init(_ name: String, value: ActivityValue? = nil, since: String? = nil) {
      self.name = name
      self.value = value
      self.since = since
    }
  }
}
