/// A value, or the error that stands in its place.
///
/// ```swift
/// let user = LiveStateData<String>(data: .success("Ada"))
/// user.data = .failure(Offline())
/// if case .failure(let error) = user.data { print(error) }  // prints Offline()
/// ```
public enum StateValue<Value: Sendable>: Sendable {
  /// There is a value.
  case success(Value)
  /// There is an error instead.
  case failure(any Error)
}

extension StateValue: Equatable where Value: Equatable {
  /// Two successes are equal when their values are; failures never are, since errors cannot be compared.
  public static func == (left: StateValue, right: StateValue) -> Bool {
    if case .success(let left) = left, case .success(let right) = right { return left == right }
    return false
  }
}

/// Live data that may have no value.
///
/// ```swift
/// let user = LiveOptionalData<String>()
/// print(user.data ?? "nobody")  // prints nobody
/// ```
public typealias LiveOptionalData<Value: Sendable> = LiveData<Value?>
/// Live data whose value may be an error; for an example see ``StateValue``.
public typealias LiveStateData<Value: Sendable> = LiveData<StateValue<Value>>
/// Live data that may have no value, or an error in its place.
///
/// ```swift
/// let user = LiveOptionalStateData<String>()
/// user.data = .failure(Offline())
/// user.data = .success("Ada")
/// ```
public typealias LiveOptionalStateData<Value: Sendable> = LiveData<StateValue<Value>?>
