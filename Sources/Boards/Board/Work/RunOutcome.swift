/// How a run ended: the one answer of the record of an action, its history, the journal of results, front
/// ends and other machines.
public enum RunOutcome: Sendable, Equatable {
  case succeeded
  case failed(RunFailure)
  /// It failed, which the board tolerates: the result before it stays valid.
  case tolerated(RunFailure)
  case cancelled
  /// It is not known, for this reason: what the run belonged to has ended before it.
  case lost(String)

  /// Its box has ended before it.
  public static var boxEnded: RunOutcome { .lost("the box ended") }

  /// It failed in a way that has no kind of its own.
  public static func failed(_ message: String) -> RunOutcome { .failed(RunFailure(.other, message)) }
  /// The same, tolerated.
  public static func tolerated(_ message: String) -> RunOutcome { .tolerated(RunFailure(.other, message)) }

  public var isLost: Bool {
    if case .lost = self { true } else { false }
  }

  /// The message of a failure that counts; nil for other outcomes.
  public var failure: String? {
    if case .failed(let failure) = self { failure.message } else { nil }
  }

  /// The outcome in one word.
  public var word: String {
    switch self {
    case .succeeded: "succeeded"
    case .failed: "failed"
    case .tolerated: "tolerated"
    case .cancelled: "cancelled"
    case .lost: "lost"
    }
  }

  /// Why it is a failure or unknown; nil for other outcomes.
  public var message: String? {
    switch self {
    case .succeeded, .cancelled: nil
    case .failed(let failure), .tolerated(let failure): failure.message
    case .lost(let reason): reason
    }
  }

  /// The exit code by which its command has failed; nil if none did.
  public var exitCode: Int32? { if case .exitCode(let code)? = kind { code } else { nil } }

  /// The signal that has ended its command; nil if none has.
  public var signal: Int32? { if case .signal(let number)? = kind { number } else { nil } }

  private var kind: RunFailure.Kind? {
    switch self {
    case .failed(let failure), .tolerated(let failure): failure.kind
    case .succeeded, .cancelled, .lost: nil
    }
  }

  /// Whether it replaces the result before it.
  public var counts: Bool {
    if case .tolerated = self { false } else { true }
  }
}

/// Why a run failed.
public struct RunFailure: Sendable, Equatable {
  /// What kind of failure it is.
  public enum Kind: Sendable, Equatable {
    /// The command ended with this exit code.
    case exitCode(Int32)
    /// A signal ended the command.
    case signal(Int32)
    case timedOut
    /// There was nothing that could run, such as no program.
    case cannotStart
    /// What it printed could not be passed on, usually because a pipe has no reader any more.
    case outputClosed(hasNoReader: Bool)
    /// Somebody has taken over the run of a shared action, or etcd has lost it: the others do not know how it
    /// has ended, and may have started another one.
    case takenOver
    /// The work has succeeded, and whether the other machines know that is not known.
    case unconfirmed
    case other
  }

  public var kind: Kind
  /// In a few words, such as "exit code 1" or "timed out after 12 s".
  public var message: String

  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}
