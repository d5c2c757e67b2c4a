/// What a running job shows of itself: the associated value of its activity.
public struct JobActivity: Sendable, Equatable {
  /// The id of the action.
  public let id: String
  /// The title of the action.
  public let title: String
  /// What it is at; nil until it says so.
  public var value: String?
  /// How far it is, from 0 to 1; nil until it says so.
  public var fraction: Double?
  /// The same in its own words, such as "3/12".
  public var progress: String?

  public init(
    id: String, title: String, value: String? = nil, fraction: Double? = nil, progress: String? = nil
  ) {
    self.id = id
    self.title = title
    self.value = value
    self.fraction = fraction
    self.progress = progress
  }
}
