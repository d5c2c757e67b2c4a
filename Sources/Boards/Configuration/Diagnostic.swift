/// One mistake in a file: its location, a message, and a suggestion if there is one.
///
/// Its description has the format of compilers, so editors can go to the location:
///
/// signalbox.yml:6:5: error: unknown key `enabled_if` enabled_if: build.succeeded ^ did you mean
/// `enabled-if`?
public struct Diagnostic: Error, Equatable {
  /// The name of the file, as passed by the caller.
  public let file: String
  /// The location in the file; nil if the mistake concerns the whole file, which cannot be read, for
  /// instance.
  public let location: TextLocation?
  /// The mistake, on one line, without a full stop.
  public let message: String
  /// What to do, on one line.
  public let hint: String?
  /// The line at `location`, safe to show. A very long line is shortened around the column.
  public let sourceLine: String?
  /// Spaces and a `^`, which marks the column when it is printed below `sourceLine`.
  public let caretLine: String?

  /// The most mistakes of a file that are shown. If there are more, one without a location follows, which
  /// counts the others.
  public static let limit = 100

  init(file: String, message: String, hint: String? = nil) {
    self.file = file
    self.location = nil
    self.message = message
    self.hint = hint
    self.sourceLine = nil
    self.caretLine = nil
  }

  init(source: SourceText, location: TextLocation, message: String, hint: String? = nil) {
    let excerpt = SourceExcerpt(source.line(location.line), column: location.column)
    self.file = source.file
    self.location = location
    self.message = message
    self.hint = hint
    self.sourceLine = excerpt.line
    self.caretLine = excerpt.caret
  }
}

extension Diagnostic {
  /// A mistake in a file of another program.
  package init(in source: SourceText, at location: TextLocation, _ message: String) {
    self.init(source: source, location: source.nearest(location), message: message)
  }

  /// A mistake that concerns a whole file of another program.
  package init(inAllOf file: String, _ message: String) { self.init(file: file, message: message) }

  /// A mistake that another process has found.
  package init(
    file: String, location: TextLocation?, message: String, hint: String?, sourceLine: String?,
    caretLine: String?
  ) {
    self.file = file
    self.location = location
    self.message = message
    self.hint = hint
    self.sourceLine = sourceLine
    self.caretLine = caretLine
  }
}

extension Diagnostic: CustomStringConvertible {
  public var description: String {
    let file = file.visible()
    let place = location.map { "\(file):\($0.line):\($0.column)" } ?? file
    return ["\(place): error: \(message)", sourceLine, caretLine, hint]
      .compactMap(\.self).joined(separator: "\n")
  }
}
