import Foundation

/// A command that prints lines at a constant rate, one write for each line, like a verbose build.
struct LinePrinter {
  private static let option = "--print-lines"
  private let linesPerSecond: Int

  /// The command line of such a command, for a board.
  static func command(linesPerSecond: Int) -> String {
    "['\(Executable.path)', '\(option)', '\(linesPerSecond)']"
  }

  /// Nil if the arguments do not describe such a command.
  init?(_ arguments: [String]) {
    guard arguments.count == 3, arguments[1] == Self.option, let rate = Int(arguments[2]) else { return nil }
    linesPerSecond = rate
  }

  /// Prints the lines that are due every 10 ms.
  func printForEver() -> Never {
    let total = 100_000
    let interval = 10_000_000
    var due = timespec()
    clock_gettime(CLOCK_MONOTONIC, &due)
    var number = 0
    var owed = 0
    while true {
      owed += linesPerSecond * interval
      while owed >= 1_000_000_000 {
        owed -= 1_000_000_000
        number = number % total + 1
        var line =
          "[\(number)/\(total)] Compiling Module\(number % 97) Source\(number).swift with optimisation"
        line.append("\n")
        line.withUTF8 { text in
          if write(STDOUT_FILENO, text.baseAddress, text.count) < 0 { exit(0) }
        }
      }
      due.tv_nsec += interval
      if due.tv_nsec >= 1_000_000_000 {
        due.tv_nsec -= 1_000_000_000
        due.tv_sec += 1
      }
      clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, nil)
    }
  }
}
