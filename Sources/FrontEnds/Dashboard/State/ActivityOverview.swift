extension Dashboard {
  /// What is in progress: the current value and all running activities.
  package struct ActivityOverview: Equatable, Sendable {
    /// True while at least one activity is running.
    package var isLoading: Bool
    /// The value shown beside the spinner; nil if no running activity has one.
    package var current: ActivityValue?
    /// The running activities in order of registration.
    package var running: [ActivityLine]

    package init(
      isLoading: Bool = false, current: ActivityValue? = nil, running: [ActivityLine] = []
    ) {
      self.isLoading = isLoading
      self.current = current
      self.running = running
    }
  }

  /// What an activity reports: a label, and its progress if known.
  package struct ActivityValue: Equatable, Sendable {
    /// What the activity is doing, in words.
    package var label: String
    /// The progress from 0 to 1; nil if unknown.
    package var fraction: Double?

    package init(_ label: String, fraction: Double? = nil) {
      self.label = label
      self.fraction = fraction
    }
  }

  /// One running activity.
  package struct ActivityLine: Equatable, Sendable {
    /// The title of the action.
    package var name: String
    /// The value that the activity reports; nil for none.
    package var value: ActivityValue?
    /// The clock time at which it began, as text. An age would have to be redrawn every second.
    package var since: String?
    /// The name of its action in the board; nil if it belongs to no action.
    package var action: String?
    /// The identifier of the activity, unique among all activities.
    package var id: UInt64 = 0

    package init(_ name: String, value: ActivityValue? = nil, since: String? = nil) {
      self.name = name
      self.value = value
      self.since = since
    }
  }
}
