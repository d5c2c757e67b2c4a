/// The reason why an execution did not complete: refusal, failure or cancellation.
///
/// ```swift
/// let save = Action<String, Int>(enabledIf: isValid) { try await store.save($0) }
/// do {
///   try await save.execute("notes").finished()
/// } catch {
///   switch error {
///   case .notEnabled: print("not now")
///   case .underlying(let failure): print(failure)
///   case .cancelled: print("cancelled")
///   }
/// }
/// ```
public enum ActionError: Error, Sendable {
  /// The action refused the execution, because it was disabled, busy or full. No work was started.
  case notEnabled
  /// The work failed.
  case underlying(any Error)
  /// The execution was cancelled or restarted, or its action was released.
  case cancelled
}

extension ActionError: CustomStringConvertible {
  /// The description of the underlying error; the name of the case for a refusal and a cancellation.
  public var description: String {
    switch self {
    case .notEnabled: "notEnabled"
    case .underlying(let failure): "\(failure)"
    case .cancelled: "cancelled"
    }
  }
}

/// The error of ``Execution/value`` if the execution has completed without an element.
///
/// ```swift
/// let find = Action<String, Int> { _ in Empty<Int, Never>() }
/// do {
///   print(try await find.execute("notes").value)
/// } catch .underlying(let error) where error is NoElementError {
///   print("not found")
/// }
/// ```
public struct NoElementError: Error, Sendable, Equatable {
  /// Creates the error.
  public init() {}
}
