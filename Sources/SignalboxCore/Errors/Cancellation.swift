internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

// Both are asked of every error. Comparing types is an order of magnitude cheaper than casting, so a cast only
// follows where the type is right, or where generic code has put the error into a box as `any Error`.
extension Error {
  /// True for what ends work without being an error: the cancellations of Swift, of URLSession and of an
  /// action.
  var isCancellation: Bool {
    let type: Any.Type = Swift.type(of: self)
    if type == CancellationError.self { return true }
    if type == ActionError.self, let error = self as? ActionError { return error.isCancellationOfWork }
    if type == URLError.self, let error = self as? URLError { return error.code == .cancelled }
    if type is NSError.Type, let error = (self as AnyObject) as? NSError {
      return error.domain == NSURLErrorDomain && error.code == NSURLErrorCancelled
    }
    return unboxed?.isCancellation ?? false
  }

  /// The failure of the work, if this is an action's error that carries one, however often it was wrapped.
  var failureOfWork: (any Error)? {
    let type: Any.Type = Swift.type(of: self)
    if type == ActionError.self, case .underlying(let failure)? = self as? ActionError {
      return failure.failureOfWork ?? failure
    }
    return unboxed?.failureOfWork
  }

  /// The error inside an `any Error` in a box of its own; nil for all others.
  private var unboxed: (any Error)? {
    let type: Any.Type = Swift.type(of: self)
    return type == (any Error).self ? (self as Any) as? any Error : nil
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
