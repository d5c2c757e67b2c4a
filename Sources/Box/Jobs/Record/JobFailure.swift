package import Board
internal import Processes

/// Why a run failed.
package enum JobFailure: Error, Sendable, Equatable {
  case exitCode(Int32)
  case signal(Int32)
  /// Nothing ran, for this reason. One that may pass is of the moment, such as too many processes.
  case cannotStart(String, mayPass: Bool = false)
  case timedOut(after: Duration)
  /// The status of an answer is not one that the board expects.
  case unexpectedStatus(Int, expected: StatusCodes)
  /// The body of an answer does not contain this text; with a limit, only that many bytes were searched.
  case missingText(String, limit: Int? = nil)
  /// The body of an answer is not the JSON that the board expects; the text explains why.
  case unexpectedJSON(String)
  /// The answer took this long, which is more than the limit.
  case slow(Duration, limit: Duration)
  /// The certificate of the server expires sooner than the board demands; it has expired already if the time
  /// is not above 0.
  case certificateExpires(in: Duration)
  /// The board demands a certificate that remains valid, and the answer came without one, as after a redirect
  /// to `http`.
  case noCertificate
  /// A monitoring server refuses a request, for this reason; nil if it does not say why.
  case refusedByServer(_ server: String, status: Int, reason: String?)
  /// A monitoring server says that something is wrong.
  case unhealthy(String)
  /// The last success was not renewed in this time.
  case stale(after: Duration)
  case simulated(String)
  /// The program of a service has ended too often.
  case gaveUp(after: String, restarts: Int, exitCode: Int32?)
  /// A service was not ready before this limit, for this reason.
  case notReady(ReadyLimit, reason: String)
  /// A service did not answer so many probes in a row.
  case notAlive(failures: Int)
  /// It has succeeded, and the other machines do not know that, for this reason.
  case takenOver(String)
  /// It has succeeded, and whether the other machines know that is not known, for this reason.
  case unconfirmed(String)
  /// A failure, and what its output says about it.
  indirect case explained(String, JobFailure)
}

extension JobFailure {
  /// What ends the wait for a service that is not ready.
  package enum ReadyLimit: Sendable, Equatable {
    case time(Duration)
    /// The number of probes that have failed.
    case failures(Int)
  }

  /// Nil when the command succeeded.
  init?(_ outcome: CommandOutcome) {
    switch outcome {
    case .exited(0): return nil
    case .exited(let code): self = .exitCode(code)
    case .signalled(let signal): self = .signal(signal)
    case .cannotStart(let reason, let mayPass): self = .cannotStart(reason, mayPass: mayPass)
    }
  }
}

extension JobFailure {
  /// Whether another attempt would end like this one: something that the work needs does not exist.
  /// - Parameter work: The work that has failed.
  func isLasting(of work: WorkDefinition) -> Bool {
    switch self {
    case .cannotStart(_, let mayPass): return !mayPass
    case .exitCode(let code):
      // A shell ends like this when it cannot run a program, or does not find it. Other programs give these
      // codes a meaning of their own.
      guard case .command(let command) = work, case .shell = command.invocation else { return false }
      return code == 126 || code == 127
    default: return false
    }
  }
}

extension JobFailure: CustomStringConvertible {
  /// The failure in a few words, without the name of the action.
  package var description: String {
    switch self {
    case .exitCode(let code): "exit code \(code)"
    case .signal(let number): "ended by \(SignalName.of(number))"
    case .cannotStart(let reason, _): "cannot start: \(reason)"
    case .timedOut(let limit): "timed out after \(limit.text)"
    case .unexpectedStatus(let status, let expected): "status \(status), not \(expected)"
    case .missingText(let text, nil): "no \"\(text)\" in the answer"
    case .missingText(let text, let limit?):
      "no \"\(text)\" in the first \(limit >> 20) MiB of the answer"
    case .unexpectedJSON(let reason): reason
    case .slow(let duration, let limit): "took \(duration.text), slower than \(limit.text)"
    case .certificateExpires(let rest) where rest <= .zero: "the certificate has expired"
    case .certificateExpires(let rest): "the certificate expires in \(Self.rough(rest))"
    case .noCertificate: "the answer came without a certificate"
    case .refusedByServer(let server, let status, let reason):
      "\(server) refuses the request: \(reason ?? "status \(status)")"
    case .unhealthy(let reason): reason
    case .stale(let limit): "stale: no answer for \(limit.text)"
    case .simulated(let message): message
    case .gaveUp(let end, let restarts, _):
      "\(end), after \(restarts == 1 ? "1 restart" : "\(restarts) restarts")"
    case .notReady(.time(let limit), let reason): "not ready after \(limit.text): \(reason)"
    case .notReady(.failures(let count), let reason):
      "not ready after \(count == 1 ? "1 failure" : "\(count) failures"): \(reason)"
    case .notAlive(let failures):
      failures == 1 ? "it did not answer" : "it did not answer \(failures) times"
    case .takenOver(let reason), .unconfirmed(let reason): reason
    case .explained(let words, let failure): "\(words) · \(failure)"
    }
  }
  /// A time in whole days, or in hours or minutes if it is short.
  private static func rough(_ time: Duration) -> String {
    let units: [(seconds: Int64, name: String)] = [
      (86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second"),
    ]
    for unit in units where time.components.seconds >= 2 * unit.seconds {
      return "\(time.components.seconds / unit.seconds) \(unit.name)s"
    }
    return "1 second"
  }
}
