/// A table of the measured costs, with their budgets and the cost of a lock in the same rounds.
///
/// A budget is the time on a machine where an uncontended lock takes 11 ns. It is exceeded if both the time
/// and the number of locks are more than there: neither a slow minute nor a machine whose locks are cheap
/// exceeds it.
struct Report {
  private static let lockOfBudgets = 11.0

  init() {
    print(Self.row("operation", "measured", "budget", "in locks", "allocations"))
    print(Self.row("---", "---:", "---:", "---:", "---:"))
  }

  /// Adds a time.
  /// - Parameters:
  ///   - budget: In nanoseconds, where a lock takes 11. A row without one is a yardstick.
  ///   - allocations: The budget of allocations; nil for no limit.
  func time(_ name: String, _ measurement: Measurement, budget: Double?, allocations: Int? = nil) {
    let isExceeded = budget.map {
      measurement.nanoseconds > $0 && measurement.locks > $0 / Self.lockOfBudgets
    }
    let allocatesMore = allocations.map { measurement.allocations > Double($0) + 0.5 }
    print(
      Self.row(
        name, Self.nanoseconds(measurement.nanoseconds) + Self.mark(isExceeded),
        budget.map(Self.nanoseconds) ?? "–", Self.decimal(measurement.locks),
        Self.decimal(measurement.allocations) + Self.mark(allocatesMore)
          + (allocations.map { " of \($0)" } ?? "")))
  }

  /// Adds a time whose budget is a multiple of another time of the same run.
  func time(_ name: String, _ measurement: Measurement, atMost factor: Double, of yardstick: Measurement) {
    time(name, measurement, budget: factor * yardstick.nanoseconds)
  }

  /// Adds a size in bytes.
  func size(_ name: String, _ bytes: Double, budget: Double?) {
    let isExceeded = budget.map { bytes > $0 }
    print(
      Self.row(name, "\(Int(bytes)) B\(Self.mark(isExceeded))", budget.map { "\(Int($0)) B" } ?? "–", "", ""))
  }

  private static func mark(_ isExceeded: Bool?) -> String { isExceeded == true ? " ✗" : "" }

  private static func row(_ cells: String...) -> String {
    "| " + cells.joined(separator: " | ") + " |"
  }

  private static func nanoseconds(_ value: Double) -> String {
    value < 1_000 ? "\(Int(value.rounded())) ns" : "\(decimal(value / 1_000)) µs"
  }

  private static func decimal(_ value: Double) -> String {
    "\((value * 10).rounded() / 10)"
  }
}
