/// One line that a command printed, ready to be drawn: valid text without control characters.
package struct OutputLine: Sendable, Equatable {
  /// Where a line comes from.
  package enum Kind: UInt8, Sendable {
    /// The command printed it.
    case output
    /// A remark of ours about the run.
    case note
    /// A run begins, because a person or because the clock wanted it.
    case startByPerson, startByClock
    /// A run tries once more.
    case retry
    /// A run has ended.
    case success, failure, cancellation
  }

  /// The text, without its line end. Tabs are spaces, escape sequences are gone.
  package var text: String

  /// The command returned to the start of the line before it wrote this: the line takes the place of the one
  /// before it, as a progress bar does that ends in a carriage return.
  package var overwrites: Bool

  /// The line was longer than the limit of the decoder, and the rest of it is gone.
  package var isTruncated: Bool

  /// Where the line comes from.
  package var kind: Kind

  /// When the line came, in whole seconds since 1970; 0 before a log has taken it in. Of 32 bits, because a log keeps
  /// thousands of lines.
  package var arrival: UInt32 = 0

  /// How many lines came before this one that nobody has kept, not even for a moment: the line follows them and not the
  /// line handed over before it. Mostly none.
  package var skippedBefore: UInt32 = 0

  package init(
    _ text: String, overwrites: Bool = false, isTruncated: Bool = false, kind: Kind = .output
  ) {
    self.text = text
    self.overwrites = overwrites
    self.isTruncated = isTruncated
    self.kind = kind
  }

  /// Not output, but a remark of ours about the run.
  package var isNote: Bool { kind != .output }

  /// A remark about the run.
  package static func note(_ text: String, _ kind: Kind = .note) -> OutputLine {
    OutputLine(text, kind: kind)
  }
}
