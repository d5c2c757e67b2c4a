package import Processes
package import TerminalUI

/// A request to enter a running program: to see what it prints, and to type.
package struct EnterOrder {
  /// The name of the action.
  package var action: String
  /// The far end of the channel to the program. The box takes ownership of it.
  package var channel: Int32
  /// The size of the terminal on which the program is shown.
  package var size: Size
  /// The kind of that terminal (TERM); nil if that is not known.
  package var terminal: String?
  /// Whether it shows something else, which scrolls away before the last screenful of the program is shown.
  package var clearsScreen = true
  /// Called once when the program is shown.
  package var onStart: @MainActor () -> Void = {}
  /// Called once when the program is no longer shown, also if it never was.
  package var onEnd: @MainActor (TerminalVisit.End) -> Void = { _ in }

  package init(_ action: String, channel: Int32, size: Size) {
    self.action = action
    self.channel = channel
    self.size = size
  }
}

/// Identifies a visit among all visits of a front end.
package struct VisitTicket: Sendable, Hashable {
  package let number: UInt64

  package init(_ number: UInt64) { self.number = number }
}
