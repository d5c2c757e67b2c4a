import TerminalUI

/// One line that a command printed, or a remark about its run: valid text without control characters.
///
/// A command may change a line later, as a progress bar does. The line is delivered again then, and says
/// which earlier one it replaces.
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
    /// The command wrote it at a fixed place of the terminal, such as the bar at the bottom that apt-get
    /// draws. It is no line of the output.
    case status
    /// The command printed it to standard error, which is a stream of its own in this run.
    case errorOutput
  }

  /// How far back a line can be replaced: a terminal with more rows is treated as one with this number.
  package static let changeableCount = 200

  /// The text, without its line end, tabs and escape sequences.
  package var text: String

  /// Which earlier line of the same command this one replaces: 1 for the last one, 2 for the one before it.
  /// 0 for a new line.
  package var replaces: UInt16

  /// True if the line was longer than the limit of the decoder, and was truncated.
  package var isTruncated: Bool

  /// The origin of the line.
  package var kind: Kind

  /// When the line arrived, in whole seconds since 1970; 0 until a log has received it. It has 32 bits
  /// because a log keeps thousands of lines.
  package var arrival: UInt32 = 0

  /// What few lines have. It is stored apart, so that the other lines need no memory for it.
  private final class Extras: Sendable {
    let styles: [StyleRun]
    let skippedBefore: UInt32
    let run: UInt32

    init?(_ styles: [StyleRun], _ skippedBefore: UInt32, _ run: UInt32) {
      if styles.isEmpty && skippedBefore == 0 && run == 0 { return nil }
      (self.styles, self.skippedBefore, self.run) = (styles, skippedBefore, run)
    }
  }

  private var extras: Extras?

  /// The colours and attributes of the text, in ascending order of their starts. Usually empty.
  package var styles: [StyleRun] {
    get { extras?.styles ?? [] }
    set { extras = Extras(newValue, skippedBefore, run) }
  }

  /// The number of lines before this one that were not delivered. Usually zero.
  package var skippedBefore: UInt32 {
    get { extras?.skippedBefore ?? 0 }
    set { extras = Extras(styles, newValue, run) }
  }

  /// The number of the run that has printed it while other runs of the action were in progress; zero for
  /// none. A line replaces only lines with the same number.
  package var run: UInt32 {
    get { extras?.run ?? 0 }
    set { extras = Extras(styles, skippedBefore, newValue) }
  }

  package init(
    _ text: String, replaces: Int = 0, isTruncated: Bool = false, kind: Kind = .output
  ) {
    self.text = text
    self.replaces = UInt16(clamping: replaces)
    self.isTruncated = isTruncated
    self.kind = kind
  }

  package static func == (one: OutputLine, other: OutputLine) -> Bool {
    one.text == other.text && one.replaces == other.replaces && one.isTruncated == other.isTruncated
      && one.kind == other.kind && one.arrival == other.arrival
      && (one.extras === other.extras
        || one.styles == other.styles && one.skippedBefore == other.skippedBefore && one.run == other.run)
  }

  /// True for a remark about the run, false for output.
  package var isNote: Bool { !isPrinted && kind != .status }

  /// True for a line of the output.
  package var isPrinted: Bool { kind == .output || kind == .errorOutput }

  /// A remark about the run.
  package static func note(_ text: String, _ kind: Kind = .note) -> OutputLine {
    OutputLine(text, kind: kind)
  }
}
