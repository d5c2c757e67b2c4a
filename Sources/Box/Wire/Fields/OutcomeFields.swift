package import Board

/// "succeeded", "cancelled", or an object with the message: {"failed":"exit code 3","exit":3}.
extension RunOutcome: WireValue {
  package func write(to json: inout [UInt8]) {
    switch self {
    case .succeeded: "succeeded".write(to: &json)
    case .cancelled: "cancelled".write(to: &json)
    case .failed(let failure): FailureObject(failed: failure).write(to: &json)
    case .tolerated(let failure): FailureObject(tolerated: failure).write(to: &json)
    case .lost(let reason): FailureObject(lost: reason).write(to: &json)
    }
  }

  package init(_ json: JSONTree) throws(WireError) {
    switch json.text {
    case "succeeded": self = .succeeded
    case "cancelled": self = .cancelled
    default:
      guard case .object = json, let outcome = try FailureObject(json).outcome else {
        throw WireError(expected: "an outcome")
      }
      self = outcome
    }
  }
}

private struct FailureObject: WireObject {
  private enum Word: String, WireWord {
    case timedOut = "timed-out"
    case cannotStart = "cannot-start"
    case outputClosed = "output-closed"
    case takenOver = "taken-over"
    case unconfirmed
  }

  private var failed: String?
  private var tolerated: String?
  private var lost: String?
  private var exit: Int32?
  private var signal: Int32?
  private var kind: Word?
  private var hasNoReader = false

  private init() {}

  init(failed failure: RunFailure) {
    failed = failure.message
    set(failure.kind)
  }

  init(tolerated failure: RunFailure) {
    tolerated = failure.message
    set(failure.kind)
  }

  init(lost reason: String) { lost = reason }

  private mutating func set(_ kind: RunFailure.Kind) {
    switch kind {
    case .exitCode(let code): exit = code
    case .signal(let number): signal = number
    case .timedOut: self.kind = .timedOut
    case .cannotStart: self.kind = .cannotStart
    case .outputClosed(let hasNoReader): (self.kind, self.hasNoReader) = (.outputClosed, hasNoReader)
    case .takenOver: self.kind = .takenOver
    case .unconfirmed: self.kind = .unconfirmed
    case .other: break
    }
  }

  /// Nil for an object without a message.
  var outcome: RunOutcome? {
    if let failed { return .failed(RunFailure(failureKind, failed)) }
    if let tolerated { return .tolerated(RunFailure(failureKind, tolerated)) }
    return lost.map(RunOutcome.lost)
  }

  private var failureKind: RunFailure.Kind {
    if let exit { return .exitCode(exit) }
    if let signal { return .signal(signal) }
    return switch kind {
    case .timedOut: .timedOut
    case .cannotStart: .cannotStart
    case .outputClosed: .outputClosed(hasNoReader: hasNoReader)
    case .takenOver: .takenOver
    case .unconfirmed: .unconfirmed
    case nil: .other
    }
  }

  static let fields: WireFields<FailureObject> = [
    WireField("failed", \.failed), WireField("tolerated", \.tolerated), WireField("lost", \.lost),
    WireField("exit", \.exit), WireField("signal", \.signal), WireField("kind", \.kind),
    WireField("no_reader", \.hasNoReader),
  ]
  static let blank = FailureObject()
}
