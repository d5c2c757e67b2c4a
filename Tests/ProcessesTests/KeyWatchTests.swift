import Synchronization
import TerminalUI
import TestSupport
import Testing

@testable import Processes

/// Programs that read keys from a terminal on which nobody can type.
@Suite(.timeLimit(.minutes(15))) struct KeyWatchTests {
  /// Counts how often a script is noticed. The file `$NOTICED` is there from the first time on.
  private func keysWanted(by script: String, terminal: Size? = Size(width: 80, height: 24)) async throws
    -> Int
  {
    let count = Mutex(0)
    let scratch = try Scratch()
    let runner = CommandRunner(gracePeriod: .milliseconds(50), outputLimit: .milliseconds(300))
    _ = await runner.run(
      .shell("NOTICED='\(scratch.path)/noticed'; \(script)"), terminal: terminal,
      onKeysWanted: {
        count.withLock { $0 += 1 }
        #expect(throws: Never.self) { try scratch.write("", to: "noticed") }
      }, onLines: { _ in })
    return count.withLock { $0 }
  }

  private let untilNoticed = "until [ -e \"$NOTICED\" ]; do sleep 0.1; done"

  @Test(.slow) func `a program that reads keys is noticed once`() async throws {
    let script = "stty -icanon <&1; printf 'More'; \(untilNoticed); echo more; sleep 1"
    try await expectEqual(keysWanted(by: script), 1)
  }

  @Test func `a program that reads keys and prints nothing is noticed`() async throws {
    try await expectEqual(keysWanted(by: "stty -icanon <&1; \(untilNoticed)"), 1)
  }

  @Test(.slow) func `a program that begins to read keys later is noticed`() async throws {
    try await expectEqual(keysWanted(by: "sleep 1; stty -icanon <&1; \(untilNoticed)"), 1)
    try await expectEqual(keysWanted(by: "printf x; sleep 1; stty -icanon <&1; \(untilNoticed)"), 1)
  }

  @Test(.slow) func `a program that does not read keys, or has gone on, is not`() async throws {
    try await expectEqual(keysWanted(by: "printf 'Name: '; sleep 1"), 0)
    // It is never silent while it reads keys.
    let printer = "(while :; do printf x; done) & PRINTER=$!"
    let script = "\(printer); stty -icanon <&1; stty icanon <&1; kill $PRINTER; sleep 1"
    try await expectEqual(keysWanted(by: script), 0)
    try await expectEqual(keysWanted(by: "printf x; sleep 1", terminal: nil), 0)
  }
}
