/// What a running job shows: the associated value of its activity.
package struct JobActivity: Sendable, Equatable {
  /// The id of the action.
  package var id: String
  /// The title of the action.
  package var title: String
  /// Its present value; nil until it reports one.
  package var value: String?
  /// Its progress from 0 to 1; nil until it reports one.
  package var fraction: Double?
  /// The progress as it was printed, such as "3/12".
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
