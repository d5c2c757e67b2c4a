import Foundation
import SignalboxTesting
import Testing

/// A picture of a lesson, stored beside its article.
///
/// The tests record what the library does and compare the drawing with the stored one. `Scripts/marbles`
/// stores it.
struct LessonPicture {
  private let file: URL

  init(_ name: String) {
    file = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .appending(path: "Sources/Library/SignalboxCore/Documentation.docc/Resources/\(name).svg")
  }

  /// Expects that the stored picture is this one; stores it first with `SIGNALBOX_WRITE_MARBLES=1`.
  func expect(_ diagram: MarbleDiagram, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let drawn = diagram.svg
    if ProcessInfo.processInfo.environment["SIGNALBOX_WRITE_MARBLES"] == "1" {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try drawn.write(to: file, atomically: true, encoding: .utf8)
    }
    let stored = try? String(contentsOf: file, encoding: .utf8)
    let isStored = stored == drawn
    #expect(
      isStored, "\(file.lastPathComponent) shows something else: Scripts/marbles draws it again",
      sourceLocation: sourceLocation)
  }
}

extension TestScheduler {
  /// Advances to a time in seconds, and does something then.
  func at(_ second: Double, _ body: () -> Void) {
    advance(to: Instant(offset: .seconds(second)))
    body()
  }
}
