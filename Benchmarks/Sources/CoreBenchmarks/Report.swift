/// A table of the measured costs, with their budgets and the cost of a lock on this machine.
struct Report {
  private let lock: Measurement

  init(lock: Measurement) {
    self.lock = lock
    print(Self.row("operation", "measured", "budget", "in locks", "allocations"))
    print(Self.row("---", "---:", "---:", "---:", "---:"))
  }

  /// Adds a time in nanoseconds. A row without a budget is a yardstick.
  func time(_ name: String, _ measurement: Measurement, budget: Double?) {
    let mark = budget.map { measurement.nanoseconds <= $0 ? "" : " ✗" } ?? ""
    print(
      Self.row(
        name, Self.nanoseconds(measurement.nanoseconds) + mark, budget.map(Self.nanoseconds) ?? "–",
        Self.decimal(measurement.nanoseconds / lock.nanoseconds), Self.decimal(measurement.allocations)))
  }

  /// Adds a size in bytes.
  func size(_ name: String, _ bytes: Double, budget: Double) {
    let mark = bytes <= budget ? "" : " ✗"
    print(Self.row(name, "\(Int(bytes)) B\(mark)", "\(Int(budget)) B", "", ""))
  }

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
