/// What an action does when it runs. Each kind of work on a board has an implementation.
protocol JobWork: Sendable {
  /// Does the work once. Returning is success; throwing is failure, or cancellation.
  func perform(_ attempt: Attempt) async throws
}
