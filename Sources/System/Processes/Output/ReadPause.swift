/// The pause after each read of an output, in microseconds.
///
/// It is doubled, up to 32 ms, while little arrives, and shortened when the writer would have to wait soon.
/// All pauses end at multiples of their length, so those of many readers end together.
struct ReadPause {
  private static let longest = 32_000
  /// What Linux stores of the output of a terminal, at least.
  private static let terminalCapacity = 8 * 1024
  /// A full terminal is emptied at up to 32 MB a second.
  private static let shortestOfTerminal = 250
  /// The highest rate at which a full pipe is emptied, in bytes per microsecond.
  private static let fullSpeed = 128

  private let isTerminal: Bool
  /// How much the system stores before the writer has to wait, in bytes.
  var capacity: Int
  private(set) var length = 0

  init(isTerminal: Bool) {
    self.isTerminal = isTerminal
    capacity = isTerminal ? Self.terminalCapacity : OutputPipe.usualCapacity
  }

  /// The least number of bytes in one read after which the writer may have to wait soon.
  var fullCount: Int { capacity / 2 }

  /// Determines the length of the pause after a read of this many bytes.
  mutating func begin(after count: Int) {
    if count < fullCount {
      length = min(max(1000, length * 2), Self.longest)
    } else if !isTerminal {
      length = max(1000, capacity / Self.fullSpeed)
    } else if count >= capacity || length == 0 {
      length = max(Self.shortestOfTerminal, length / 4)
    }
  }

  /// Ends the pauses: the next one is as short as the first.
  mutating func reset() { length = 0 }

  /// When the pause that begins now ends.
  func end(at now: Int) -> Int { (now / length + 1) * length }
}
