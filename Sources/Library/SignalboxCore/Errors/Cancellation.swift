// Both properties are read for every error. Comparing types is an order of magnitude faster than casting, so
// a cast only follows if the type matches, or if generic code has put the error into a box of type `any
// Error`. `Self` is the type of the value in an `any Error`; asking the value itself for it is slower, and
// differs only for classes.
extension Error {
  /// `URLError.Code.cancelled`.
  private static var cancelledCode: Int { -999 }

  /// Whether the error can be a cancellation or contain another one. Usually it is neither, and the rest need
  /// not be read.
  var isInspected: Bool {
    Self.self == CancellationError.self || Self.self == ActionError.self || Self.self == (any Error).self
      || _code == Self.cancelledCode
  }

  /// Whether the error is a cancellation: of Swift, of URLSession or of an action.
  package var isCancellation: Bool {
    if Self.self == CancellationError.self { return true }
    if Self.self == ActionError.self, let error = self as? ActionError { return error.isCancellationOfWork }
    // Errors of Foundation, which the core does not import. The domain is a new text at each call.
    if _code == Self.cancelledCode, _domain == "NSURLErrorDomain" { return true }
    return unboxed?.isCancellation ?? false
  }

  /// The failure of the work, if this is an action's error that contains one, also if it was wrapped several
  /// times.
  package var failureOfWork: (any Error)? {
    if Self.self == ActionError.self, case .underlying(let failure)? = self as? ActionError {
      return failure.failureOfWork ?? failure
    }
    return unboxed?.failureOfWork
  }

  /// The error in a box of type `any Error`; nil for all other errors.
  private var unboxed: (any Error)? {
    Self.self == (any Error).self ? (self as Any) as? any Error : nil
  }
}

extension ActionError {
  fileprivate var isCancellationOfWork: Bool {
    switch self {
    case .notEnabled: false
    case .underlying(let failure): failure.isCancellation
    case .cancelled: true
    }
  }
}
