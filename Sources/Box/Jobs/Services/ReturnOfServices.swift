/// When services have been ready again after an end: a pure state machine.
struct ReturnOfServices: Sendable {
  private struct State {
    /// Since when it is ready; nil if it is not.
    var readySince: Duration?
    /// When it was seen first that it is not ready any more; nil before it was ready, and while it is.
    var lost: Duration?
  }

  private var states: [String: State] = [:]

  /// Takes the present state of a service.
  /// - Parameters:
  ///   - readySince: Since when it is ready; nil if it is not.
  ///   - programStart: When its present program was started; nil for none.
  ///   - time: The present time.
  /// - Returns: The time before which others must have started that know it from before its end, if it is
  ///   ready again; otherwise nil.
  mutating func take(
    _ id: String, readySince: Duration?, programStart: Duration?, at time: Duration
  ) -> Duration? {
    let old = states[id] ?? State()
    guard let readySince else {
      if old.readySince != nil { states[id] = State(readySince: nil, lost: time) }
      return nil
    }
    guard readySince != old.readySince else { return nil }
    states[id] = State(readySince: readySince, lost: nil)
    // An end can be too short to be seen.
    return old.lost ?? (old.readySince == nil ? nil : programStart ?? readySince)
  }
}
