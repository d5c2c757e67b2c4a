/// What a running job shows of itself: the associated value of its activity.
package struct JobActivity: Sendable, Equatable {
  /// The id of the action.
  package let id: String
  /// The title of the action.
  package let title: String
  /// What it is at; nil until it says so.
  package var value: String?
  /// How far it is, from 0 to 1; nil until it says so.
  package var fraction: Double?
  /// The same in its own words, such as "3/12".
  package var progress: String?

  package init(
    id: String, title: String, value: String? = nil, fraction: Double? = nil, progress: String? = nil
  ) {
    self.id = id
    self.title = title
    self.value = value
    self.fraction = fraction
    self.progress = progress
  }
}
