/// One mistake in a file that people write: where it is, what it is and, where it can be guessed, what was
/// meant.
///
/// Its description is what compilers print, so that editors can jump to the place:
///
///     signalbox.yml:6:5: error: unknown key `enabled_if`
///         enabled_if: build.succeeded
///         ^
///     did you mean `enabled-if`?
public struct Diagnostic: Error, Equatable {
  /// The file as the caller named it.
  public let file: String
  /// The place in the file; nil when the mistake is the file itself, for instance one that cannot be read.
  public let location: TextLocation?
  /// What is wrong, on one line, without a full stop.
  public let message: String
  /// What to do about it, on one line.
  public let hint: String?
  /// The line at `location`, shortened around the column when it is very long; safe to show.
  public let sourceLine: String?
  /// Blanks and a `^` that stands below the place when printed below `sourceLine`.
  public let caretLine: String?

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

extension Diagnostic: CustomStringConvertible {
  public var description: String {
    let file = file.visible()
    let place = location.map { "\(file):\($0.line):\($0.column)" } ?? file
    return ["\(place): error: \(message)", sourceLine, caretLine, hint]
      .compactMap(\.self).joined(separator: "\n")
  }
}
