/// A value, or an error in its place.
///
/// ```swift
/// let user = LiveStateData<String>(data: .success("Ada"))
/// user.data = .failure(Offline())
/// if case .failure(let error) = user.data { print(error) }  // prints Offline()
/// ```
public enum StateValue<Value: Sendable>: Sendable {
  /// A value.
  case success(Value)
  /// An error.
  case failure(any Error)
}

extension StateValue: Equatable where Value: Equatable {
  /// Two successes are equal if their values are. Failures are never equal, because errors cannot be
  /// compared.
  public static func == (left: StateValue, right: StateValue) -> Bool {
    if case .success(let left) = left, case .success(let right) = right { return left == right }
    return false
  }
}

/// Live data with an optional value.
///
/// ```swift
/// let user = LiveOptionalData<String>()
/// print(user.data ?? "no user")  // prints no user
/// ```
public typealias LiveOptionalData<Value: Sendable> = LiveData<Value?>
/// Live data with a value or an error in its place; see ``StateValue`` for an example.
public typealias LiveStateData<Value: Sendable> = LiveData<StateValue<Value>>
/// Live data with an optional value or an error in its place.
///
/// ```swift
/// let user = LiveOptionalStateData<String>()
/// user.data = .failure(Offline())
/// user.data = .success("Ada")
/// ```
public typealias LiveOptionalStateData<Value: Sendable> = LiveData<StateValue<Value>?>
