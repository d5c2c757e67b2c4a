/// What the present run of a service does.
package enum ServiceState: Sendable, Equatable {
  /// Its program runs, or is about to, and is not ready.
  case starting
  case ready
  /// Its program has ended, or is stopped because it does not answer, and starts again at this time; nil if
  /// that is not known yet.
  case restarting(at: Duration?)
}
