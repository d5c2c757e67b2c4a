import Configuration

/// Whether an action is watched, and how.
struct WatchChoice {
  /// Nil for `false`.
  let policy: WatchPolicy?
}

extension ValueReader where Value == WatchChoice {
  /// `true` or `false`, or a mapping.
  static var watchChoice: Self {
    let word = ValueReader<Bool>.truth.map { WatchChoice(policy: $0 ? WatchPolicy() : nil) }
    return word.or(
      .mapping("watch") { fields in
        let debounce = fields.read(
          "debounce", .debounce, "how long nothing must have changed before it starts", default: "`300ms`",
          example: "1s")
        return WatchChoice(policy: WatchPolicy(debounce: debounce ?? WatchPolicy.usualDebounce))
      })
  }
}

extension ValueReader where Value == Duration {
  fileprivate static var debounce: Self {
    duration.satisfying("duration up to 1m", "must be positive, and at most 1m") {
      $0 > .zero && $0 <= WatchPolicy.longestDebounce
    }
  }
}
