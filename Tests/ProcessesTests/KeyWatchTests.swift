import Synchronization
import TerminalUI
import TestSupport
import Testing

@testable import Processes

/// Programs that read keys from a terminal on which nobody can type.
@Suite(.timeLimit(.minutes(15))) struct KeyWatchTests {
  private func keysWanted(by script: String, terminal: Size? = Size(width: 80, height: 24)) async -> Int {
    let count = Mutex(0)
    let runner = CommandRunner(gracePeriod: .milliseconds(50), outputLimit: .milliseconds(300))
    _ = await runner.run(
      .shell(script), terminal: terminal, onKeysWanted: { count.withLock { $0 += 1 } }, onLines: { _ in })
    return count.withLock { $0 }
  }

  @Test func `a program that reads keys is noticed once`() async {
    #expect(await keysWanted(by: "stty -icanon <&1; printf 'More'; sleep 1; echo more; sleep 1") == 1)
  }

  @Test func `a program that reads keys and prints nothing is noticed`() async {
    #expect(await keysWanted(by: "stty -icanon <&1; sleep 1") == 1)
  }

  @Test func `a program that does not read keys, or has gone on, is not`() async {
    #expect(await keysWanted(by: "printf 'Name: '; sleep 1") == 0)
    #expect(await keysWanted(by: "stty -icanon <&1; printf x; stty icanon <&1; sleep 1") == 0)
    #expect(await keysWanted(by: "printf x; sleep 1", terminal: nil) == 0)
  }
}
