import SignalboxCore

/// A token that expires, and that is renewed once for all requests that find out at the same time.
///
/// The actor keeps the ``Execution`` that is under way, and every caller waits for the same one. They read
/// it by `values`, because the end of an iteration cancels nothing: a caller that gives up does not take the
/// token from the others.
actor TokenStore {
  struct Expired: Error {}

  private let renew: Action<Void, String>
  private var token: String?
  private var renewal: Execution<String>?

  init(executor: (any TaskExecutor)? = nil, renew: @escaping @Sendable () async throws -> String) {
    self.renew = Action(executor: executor) { try await renew() }
  }

  /// Calls `request` with the token, and once more with a new one if it throws ``Expired``.
  func perform<Response: Sendable>(
    _ request: @Sendable (String) async throws -> Response
  ) async throws -> Response {
    let token = try await valid()
    do {
      return try await request(token)
    } catch is Expired {
      // Another request may have renewed it already.
      if self.token == token { self.token = nil }
      return try await request(valid())
    }
  }

  private func valid() async throws -> String {
    if let token { return token }
    let renewal = renewal ?? renew.execute()
    self.renewal = renewal
    var renewed: String?
    do {
      for try await token in renewal.values { renewed = token }
    } catch {
      if self.renewal === renewal { self.renewal = nil }
      throw error
    }
    // The iteration ends without a token when the task of this caller is cancelled.
    guard let renewed else { throw CancellationError() }
    if self.renewal === renewal { (token, self.renewal) = (renewed, nil) }
    return renewed
  }
}
