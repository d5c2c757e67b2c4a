package import Board
internal import Processes

/// Why a run failed.
package enum JobFailure: Error, Sendable, Equatable {
  case exitCode(Int32)
  case signal(Int32)
  case cannotStart(String)
  case timedOut(after: Duration)
  /// The status of an answer is not one that the board expects.
  case unexpectedStatus(Int, expected: StatusCodes)
  /// The body of an answer does not contain this text; with a limit, only that many bytes were searched.
  case missingText(String, limit: Int? = nil)
  /// The body of an answer is not the JSON that the board expects; the text explains why.
  case unexpectedJSON(String)
  /// The answer took this long, which is more than the limit.
  case slow(Duration, limit: Duration)
  case simulated(String)
  /// The program of a service has ended too often.
  case gaveUp(after: String, restarts: Int, exitCode: Int32?)
  /// A service did not answer so many probes in a row.
  case notAlive(failures: Int)
}

extension JobFailure {
  /// Nil when the command succeeded.
  init?(_ outcome: CommandOutcome) {
    switch outcome {
    case .exited(0): return nil
    case .exited(let code): self = .exitCode(code)
    case .signalled(let signal): self = .signal(signal)
    case .cannotStart(let reason): self = .cannotStart(reason)
    }
  }
}

extension JobFailure: CustomStringConvertible {
  /// The failure in a few words, without the name of the action.
  package var description: String {
    switch self {
    case .exitCode(let code): "exit code \(code)"
    case .signal(let number): "ended by \(SignalName.of(number))"
    case .cannotStart(let reason): "cannot start: \(reason)"
    case .timedOut(let limit): "timed out after \(limit.text)"
    case .unexpectedStatus(let status, let expected): "status \(status), not \(expected)"
    case .missingText(let text, nil): "no \"\(text)\" in the answer"
    case .missingText(let text, let limit?):
      "no \"\(text)\" in the first \(limit >> 20) MiB of the answer"
    case .unexpectedJSON(let reason): reason
    case .slow(let duration, let limit): "took \(duration.text), slower than \(limit.text)"
    case .simulated(let message): message
    case .gaveUp(let end, let restarts, _):
      "\(end), after \(restarts == 1 ? "1 restart" : "\(restarts) restarts")"
    case .notAlive(let failures):
      failures == 1 ? "it did not answer" : "it did not answer \(failures) times"
    }
  }
}
