/// One line that a command printed, ready to be drawn: valid text without control characters.
public struct OutputLine: Sendable, Equatable {
  /// The text, without its line end. Tabs are spaces, escape sequences are gone.
  public var text: String

  /// The command returned to the start of the line before it wrote this: the line takes the place of the one
  /// before it, as a progress bar does that ends in a carriage return.
  public var overwrites: Bool

  /// The line was longer than the limit of the decoder, and the rest of it is gone.
  public var isTruncated: Bool

  public init(_ text: String, overwrites: Bool = false, isTruncated: Bool = false) {
    self.text = text
    self.overwrites = overwrites
    self.isTruncated = isTruncated
  }
}
