import Foundation
import SignalboxCore
import SignalboxTesting
import Testing

struct ServerIsDown: Error {}

func runTests() async throws {}
func copyToServer() async throws { throw ServerIsDown() }

/// The article "A first panel of your own": its blocks are the lines of this program, in order.
@Suite(.timeLimit(.minutes(15))) struct FirstPanelExampleTests {
  private let terminal = ScriptedTerminal(keys: [
    (key: "d", after: "idle"), (key: "t", after: "idle"), (key: "d", after: "idle, d deploys"),
    (key: "x", after: "idle, failed: ServerIsDown(), d deploys"), (key: "q", after: "idle, d deploys"),
  ])

  @Test(.timeLimit(.minutes(15))) func `the program prints what the article shows`() async throws {
    let terminal = terminal
    await withCheckedContinuation { continuation in
      // This blocks its thread while it waits for a key.
      DispatchQueue.global().async {
        program(readLine: terminal.readLine, print: terminal.print)
        continuation.resume()
      }
    }

    let article = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/Library/SignalboxCore/Documentation.docc/FirstPanel.md")
    let text = try String(contentsOf: article, encoding: .utf8)
    #expect(text.contains("\n```\n" + terminal.lines.joined(separator: "\n") + "\n```\n"))
  }

  private func program(readLine: () -> String?, print: @escaping @Sendable (String) -> Void) {
    let busy = ActivityIndicator<String>()
    let errors = ErrorTracker()

    let testsHavePassed = LiveData(data: false)

    let test = VoidAction {
      try await errors.track(source: "test") {
        try await busy.track(associatedValue: "testing") { _ in try await runTests() }
      }
      testsHavePassed.data = true
    }

    let deploy = VoidAction(enabledIf: testsHavePassed) {
      try await errors.track(priority: .high, source: "deploy") {
        try await busy.track(associatedValue: "copying") { _ in try await copyToServer() }
      }
    }

    let line = busy.state
      .combineLatest(errors.current, deploy.enabled)
      .map { state, error, mayDeploy in
        let activity = state.loading ? state.associatedValue ?? "busy" : "idle"
        let problem = error.map { ", failed: \($0)" } ?? ""
        return activity + problem + (mayDeploy ? ", d deploys" : "")
      }
      .removeDuplicates()

    let panel = line.sink { print($0) }

    while let key = readLine(), key != "q" {
      switch key {
      case "t": test.execute()
      case "d": deploy.execute()
      case "x": errors.reset()
      default: print("t tests, d deploys, x dismisses, q quits")
      }
    }
    panel.cancel()
  }
}

/// A terminal that types each key as soon as a certain line is the last one.
private final class ScriptedTerminal: @unchecked Sendable {
  private let condition = NSCondition()
  private var keys: ArraySlice<(key: String, after: String)>
  private var printed: [String] = []

  init(keys: [(key: String, after: String)]) { self.keys = keys[...] }

  var lines: [String] { condition.withLock { printed } }

  func print(_ line: String) {
    condition.withLock {
      printed.append(line)
      condition.broadcast()
    }
  }

  func readLine() -> String? {
    condition.withLock {
      guard let (key, line) = keys.popFirst() else { return nil }
      while printed.last != line { condition.wait() }
      return key
    }
  }
}
