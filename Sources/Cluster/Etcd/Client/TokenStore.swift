internal import SignalboxCore

/// The token with which requests are sent, if there is a user.
///
/// Requests that need a token at the same time wait for one request for it: each costs etcd a tenth of a
/// second of computing.
final class TokenStore: Sendable {
  enum Token: Sendable, Equatable {
    /// etcd has no users.
    case none
    case text(String)
  }

  private struct State {
    var token: Token?
    var request: Task<Result<Token, EtcdFailure>, Never>?
  }

  private let state = Locked(State())

  /// The token, which may have expired.
  var token: Token? { state.withLock { $0.token } }

  /// The token other than one that is not valid.
  /// - Parameter make: Requests a new one.
  func token(
    insteadOf old: Token?, make: @escaping @Sendable () async -> Result<Token, EtcdFailure>
  ) async -> Result<Token, EtcdFailure> {
    let request: Task<Result<Token, EtcdFailure>, Never> = state.withLock { state in
      if let token = state.token, token != old { return Task { .success(token) } }
      if let request = state.request { return request }
      let request = Task {
        let result = await make()
        self.state.withLock { state in
          state.token = try? result.get()
          state.request = nil
        }
        return result
      }
      state.request = request
      return request
    }
    return await request.value
  }
}
