/// One line that a command printed, or a remark about its run: valid text without control characters.
package struct OutputLine: Sendable, Equatable {
  /// The origin of a line.
  package enum Kind: UInt8, Sendable {
    /// The command printed it.
    case output
    /// A remark about the run.
    case note
    /// A run was started, by a person, by the clock or with the board.
    case startByPerson, startByClock, startByBoard
    /// A run begins another attempt.
    case retry
    /// A run has ended.
    case success, failure, cancellation
  }

  /// The text, without its line end, tabs and escape sequences.
  package var text: String

  /// True if the line before this one ended in a carriage return, as a progress bar does: this line replaces
  /// it.
  package var overwrites: Bool

  /// True if the line was longer than the limit of the decoder, and was truncated.
  package var isTruncated: Bool

  /// The origin of the line.
  package var kind: Kind

  /// When the line arrived, in whole seconds since 1970; 0 until a log has received it. It has 32 bits
  /// because a log keeps thousands of lines.
  package var arrival: UInt32 = 0

  /// The number of lines before this one that were not delivered. Usually zero.
  package var skippedBefore: UInt32 = 0

  package init(
    _ text: String, overwrites: Bool = false, isTruncated: Bool = false, kind: Kind = .output
  ) {
    self.text = text
    self.overwrites = overwrites
    self.isTruncated = isTruncated
    self.kind = kind
  }

  /// True for a remark about the run, false for output.
  package var isNote: Bool { kind != .output }

  /// A remark about the run.
  package static func note(_ text: String, _ kind: Kind = .note) -> OutputLine {
    OutputLine(text, kind: kind)
  }
}
