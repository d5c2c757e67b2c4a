import Foundation
import SignalboxCore
import Testing

func fetch(_ page: Int) async throws -> String { "page \(page)" }

@Suite(.timeLimit(.minutes(15))) struct LibraryExampleTests {
  @Test func `the lines in the document of the library run`() async throws {
    let printed = Printed()
    func print(_ items: Any...) { printed.add(items.map { "\($0)" }.joined(separator: " ")) }

    // begin
    let activity = ActivityIndicator<String>()
    let errors = ErrorTracker()
    let isOnline = LiveData(data: false)

    let download = Action<Int, String>(enabledIf: isOnline) { page in
      try await errors.track(resetTime: .seconds(5)) {
        try await activity.track(associatedValue: "Downloading page \(page)") { _ in
          try await fetch(page)
        }
      }
    }

    let shown = activity.state.sink { print($0.loading, $0.associatedValue ?? "-") }
    try? await print(download.execute(1).value)  // refused: not online
    isOnline.data = true
    try await print(download.execute(2).value)  // page 2
    withExtendedLifetime(shown) {}
    // end

    #expect(printed.lines == ["false -", "true Downloading page 2", "false -", "page 2"])
  }

  @Test func `the document has these lines`() throws {
    let project = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let document = try String(
      contentsOf: project.appending(path: "Documentation/Library.md"), encoding: .utf8)
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let begin = try #require(lines.firstIndex { $0 == "    // begin" })
    let end = try #require(lines.firstIndex { $0 == "    // end" })
    let example = lines[begin + 1..<end].map { $0.dropFirst(4) }.joined(separator: "\n")
    #expect(document.contains(example))
    #expect(lines.contains { $0.hasPrefix("func fetch") && document.contains($0) })
  }
}

private final class Printed: @unchecked Sendable {
  private let lock = NSLock()
  private var all: [String] = []

  func add(_ line: String) { lock.withLock { all.append(line) } }
  var lines: [String] { lock.withLock { all } }
}
