internal import SignalboxCore
internal import Transfers

/// One request to one node, and its answer.
final class GatewayExchange: Exchange {
  /// The answer, or why there is none, and whether the node can have received the request.
  struct Outcome: Sendable {
    let result: Result<TransferAnswer, NetworkFailure>
    let wasSent: Bool
    var wasCancelled = false
  }

  private struct State {
    var wasSent = false
    var outcome: Outcome?
    var continuation: CheckedContinuation<Outcome, Never>?
  }

  let options: TransferOptions
  private let state = Locked(State())

  init(options: TransferOptions) { self.options = options }

  /// Sends the request on the thread. Call this once. When the task is cancelled, the request ends.
  func outcome(of request: HTTPRequest, on thread: TransferThread) async -> Outcome {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let outcome = state.withLock { state in
          if state.outcome == nil { state.continuation = continuation }
          return state.outcome
        }
        if let outcome {
          continuation.resume(returning: outcome)
        } else {
          thread.begin(request, of: self)
        }
      }
    } onCancel: {
      end(.failure(.other("cancelled")), wasCancelled: true)
      thread.endCancelled()
    }
  }

  var isOver: Bool { state.withLock { $0.outcome != nil } }

  func willSend() -> Bool {
    state.withLock { state in
      if state.outcome != nil { return false }
      state.wasSent = true
      return true
    }
  }

  func receive(_ answer: TransferAnswer, to request: HTTPRequest) -> HTTPRequest? {
    end(.success(answer))
    return nil
  }

  func fail(_ failure: NetworkFailure) { end(.failure(failure)) }

  private func end(_ result: Result<TransferAnswer, NetworkFailure>, wasCancelled: Bool = false) {
    let (continuation, outcome) = state.withLock { state in
      let outcome = Outcome(result: result, wasSent: state.wasSent, wasCancelled: wasCancelled)
      if state.outcome == nil { state.outcome = outcome }
      defer { state.continuation = nil }
      return (state.continuation, outcome)
    }
    continuation?.resume(returning: outcome)
  }
}
