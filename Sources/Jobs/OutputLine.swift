/// One line that a command printed, ready to be drawn: valid text without control characters.
public struct OutputLine: Sendable, Equatable {
  /// The text, without its line end. Tabs are spaces, escape sequences are gone.
  public var text: String

  /// The command returned to the start of the line before it wrote this: the line takes the place of the one
  /// before it, as a progress bar does that ends in a carriage return.
  public var overwrites: Bool

  /// The line was longer than the limit of the decoder, and the rest of it is gone.
  public var isTruncated: Bool

  /// Not output, but a remark of ours about the run.
  public var isNote: Bool

  /// How many lines came before this one that nobody has kept, not even for a moment: the line follows them and not the
  /// line handed over before it. Mostly none.
  public var skippedBefore: UInt32 = 0

  public init(
    _ text: String, overwrites: Bool = false, isTruncated: Bool = false, isNote: Bool = false
  ) {
    self.text = text
    self.overwrites = overwrites
    self.isTruncated = isTruncated
    self.isNote = isNote
  }

  /// A remark about the run.
  static func note(_ text: String) -> OutputLine { OutputLine(text, isNote: true) }
}
