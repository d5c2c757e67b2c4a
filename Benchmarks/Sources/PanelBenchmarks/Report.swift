import Foundation

/// A table of the measured costs and their budgets.
struct Report {
  /// The unit of a number.
  enum Unit {
    case count, bytes, kilobytes, milliseconds, percent, perSecond, times

    func text(_ value: Double) -> String {
      switch self {
      case .count: Self.number(value)
      case .bytes: "\(Self.number(value)) B"
      case .kilobytes: "\(Int(value.rounded())) KB"
      case .milliseconds: "\(Self.decimal(value, places: value < 10 ? 2 : 0)) ms"
      case .percent: "\(Self.decimal(value, places: 2)) %"
      case .perSecond: "\(Self.decimal(value, places: 1)) /s"
      case .times: "\(Self.decimal(value, places: 1)) ×"
      }
    }

    private static func number(_ value: Double) -> String {
      value == value.rounded() ? "\(Int(value))" : decimal(value, places: 1)
    }

    private static func decimal(_ value: Double, places: Int) -> String {
      String(format: "%.\(places)f", value)
    }
  }

  init() {
    row("what", "least", "median", "budget")
    row("---", "---:", "---:", "---:")
  }

  /// Adds a row. Other load can only increase a result, so the minimum of the rounds is compared.
  /// - Parameters:
  ///   - rounds: The result of each round.
  ///   - budget: The budget; nil if there is none.
  ///   - isWithin: Whether it is within its budget in another unit, which does not depend on the machine.
  func add(
    _ name: String, _ rounds: [Double], _ unit: Unit, budget: Double? = nil, orIs isWithin: Bool = false
  ) {
    guard let least = rounds.min() else { return note(name, "nothing was measured") }
    let mark = budget.map { least <= $0 || isWithin ? "" : " ✗" } ?? ""
    row(
      name, unit.text(least) + mark, unit.text(Percentile.of(rounds, 50)),
      budget.map { "\(unit.text($0))" } ?? "–")
  }

  /// Adds a row with the reason why there is no number.
  func note(_ name: String, _ text: String) {
    row(name, text, "", "")
  }

  private func row(_ cells: String...) {
    // Not with `print`, which would buffer the rows until the end if they are written to a file.
    FileHandle.standardOutput.write(Data("| \(cells.joined(separator: " | ")) |\n".utf8))
  }
}

enum Percentile {
  /// The smallest value that this percentage of all values does not exceed.
  static func of(_ values: [Double], _ percent: Int) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return .nan }
    return sorted[min(sorted.count - 1, max(0, (sorted.count * percent + 99) / 100 - 1))]
  }
}
