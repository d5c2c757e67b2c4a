extension ReadOnlyLiveData {
  /// Live data of the last value for which `isIncluded` returns true.
  ///
  /// It is stored, and follows this live data from now on, whether it is observed or not. Each change that is
  /// included is delivered once; the others are not delivered. The present value is the first one that
  /// `isIncluded` is asked about. (`filter` without the label is Combine's: a publisher without a value of
  /// its own.)
  ///
  /// ```swift
  /// let speed = LiveData(data: 80)
  /// let violation = speed.filter(startingWith: 0) { $0 > 120 }
  /// speed.data = 130
  /// speed.data = 90
  /// print(violation.data)  // prints 130
  /// ```
  /// - Parameters:
  ///   - first: The value until one is included.
  ///   - isIncluded: Called for one value after the other, on the thread that delivers, without a lock.
  public func filter(
    startingWith first: Value, _ isIncluded: @escaping @Sendable (Value) -> Bool
  ) -> ReadOnlyLiveData<Value> {
    folded(first) { isIncluded($1) ? $1 : nil }
  }

  /// Live data of the last result of `transform` that is not nil.
  ///
  /// It is stored, and follows this live data from now on, whether it is observed or not. The present value
  /// is the first one that is transformed.
  ///
  /// ```swift
  /// let input = LiveData(data: "7")
  /// let number = input.compactMap(startingWith: 0) { Int($0) }
  /// input.data = "seven"
  /// print(number.data)  // prints 7
  /// ```
  /// - Parameters:
  ///   - first: The value until `transform` returns one.
  ///   - transform: Called for one value after the other, on the thread that delivers, without a lock.
  public func compactMap<Result: Sendable>(
    startingWith first: Result, _ transform: @escaping @Sendable (Value) -> Result?
  ) -> ReadOnlyLiveData<Result> {
    folded(first) { transform($1) }
  }

  /// Live data of what `next` returns for its own last value and each value of this live data.
  ///
  /// It is stored, and follows this live data from now on, whether it is observed or not. Each change is
  /// delivered once. The present value is the first one that is passed to `next`.
  ///
  /// ```swift
  /// let temperature = LiveData(data: 20)
  /// let highest = temperature.scan(startingWith: 0) { max($0, $1) }
  /// temperature.data = 31
  /// temperature.data = 25
  /// print(highest.data)  // prints 31
  /// ```
  /// - Parameters:
  ///   - first: The value before the present one.
  ///   - next: Called for one value after the other, on the thread that delivers, without a lock.
  public func scan<Result: Sendable>(
    startingWith first: Result, _ next: @escaping @Sendable (Result, Value) -> Result
  ) -> ReadOnlyLiveData<Result> {
    folded(first) { next($0, $1) }
  }

  private func folded<Result: Sendable>(
    _ first: Result, _ next: @escaping @Sendable (Result, Value) -> Result?
  ) -> ReadOnlyLiveData<Result> {
    let ties = FollowerTies<Result>()
    let present = ties.follow(source) { follower, value in
      if let result = next(follower.value, value) { follower.store(result) }
    }
    let follower = ties.begin(with: next(first, present()) ?? first)
    return ReadOnlyLiveData<Result>(source: FollowingSource(follower, of: source))
  }
}
