/// How a run ended.
package enum RunResult: Sendable, Equatable {
  case succeeded
  case failed(String)
  case cancelled

  /// The message of a failure; nil for other results.
  package var failure: String? {
    if case .failed(let message) = self { message } else { nil }
  }
}
