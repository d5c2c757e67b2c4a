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
  private final class Extras: Sendable, Equatable {
    struct Values: Sendable, Equatable {
      var styles: [StyleRun] = []
      var links: [OutputLink] = []
      var skippedBefore: UInt32 = 0
      var run: UInt32 = 0
    }

    let values: Values

    init(_ values: Values) { self.values = values }

    static func == (one: Extras, other: Extras) -> Bool { one === other || one.values == other.values }
  }

  private var extras: Extras?

  private var few: Extras.Values {
    get { extras?.values ?? Extras.Values() }
    set { extras = newValue == Extras.Values() ? nil : Extras(newValue) }
  }

  /// The colours and attributes of the text, in ascending order of their starts. Usually empty.
  package var styles: [StyleRun] {
    get { extras?.values.styles ?? [] }
    set { few.styles = newValue }
  }

  /// The links that the program has made of parts of the text, in ascending order. Usually empty.
  package var links: [OutputLink] {
    get { extras?.values.links ?? [] }
    set { few.links = newValue }
  }

  /// The number of lines before this one that were not delivered. Usually zero.
  package var skippedBefore: UInt32 {
    get { extras?.values.skippedBefore ?? 0 }
    set { few.skippedBefore = newValue }
  }

  /// The number of the run that has printed it while other runs of the action were in progress; zero for
  /// none. A line replaces only lines with the same number.
  package var run: UInt32 {
    get { extras?.values.run ?? 0 }
    set { few.run = newValue }
  }

  package init(
    _ text: String, replaces: Int = 0, isTruncated: Bool = false, kind: Kind = .output
  ) {
    self.text = text
    self.replaces = UInt16(clamping: replaces)
    self.isTruncated = isTruncated
    self.kind = kind
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

/// A part of a line that a program has made a link (OSC 8).
package struct OutputLink: Sendable, Equatable {
  /// Its part of the text, as UTF-8 offsets.
  package var range: Range<Int>
  /// An address of the web.
  package let address: String

  /// What addresses of the web begin with.
  static let schemes = ["http://", "https://"]

  package init(range: Range<Int>, address: String) { (self.range, self.address) = (range, address) }

  /// Whether this is an address of the web, without anything else.
  package static func isAddress(_ bytes: some Collection<UInt8>) -> Bool {
    let bytes = Array(bytes)
    return schemes.contains { bytes.starts(with: $0.utf8) && bytes.count > $0.utf8.count }
      && bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }
}

extension OutputLine {
  /// The styles and links, when the text is moved behind another one.
  package mutating func takeMarks(of line: OutputLine, movedBy offset: Int) {
    if !line.styles.isEmpty {
      styles = line.styles.map { StyleRun(start: Int($0.start) + offset, style: $0.style) }
    }
    if !line.links.isEmpty {
      links = line.links.map {
        OutputLink(
          range: ($0.range.lowerBound + offset)..<($0.range.upperBound + offset), address: $0.address)
      }
    }
  }
}
