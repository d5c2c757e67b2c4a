internal import SignalboxCore
package import TerminalUI

/// The size that the terminals of commands have when they start: that of the place where the person looks who
/// acted last.
package final class OutputWindow: Sendable {
  /// The size without a front end that shows an output.
  package static let usual = Size(width: 80, height: 24)
  /// The least size: programs cut their lines, or fold their tables, to the width.
  private static let least = Size(width: 80, height: 10)

  private let present = Locked(usual)

  package init() {}

  /// From any thread.
  package var size: Size {
    get { present.withLock { $0 } }
    set {
      let size = Size(
        width: max(newValue.width, Self.least.width), height: max(newValue.height, Self.least.height))
      present.withLock { $0 = size }
    }
  }
}
