import Foundation
import Fuzzing
import PseudoTerminal
import Testing

/// Whatever is typed, printed and signalled, in any order and at any size, the panel answers, its picture is
/// right, its memory stays, and the terminal is given back.
///
/// `SIGNALBOX_FUZZ_SECONDS=3600 swift test --filter PanelFuzzTests` goes on for an hour and prints a line for
/// each panel.
@Suite(.timeLimit(.minutes(Seeds.minuteLimit)), .ownThreads) struct PanelFuzzTests {
  /// What may be added to the private memory in the second half of a long history, in kilobytes: the first
  /// fills the logs, and a picture of 300×100 is larger than all else.
  private static let memoryLimit = 8_000

  @Test func `random events leave the terminal restored`() throws {
    let isLong = ProcessInfo.processInfo.environment["SIGNALBOX_FUZZ_SECONDS"] != nil
    for seed in Seeds(2) {
      var chance = SeededGenerator(seed: seed)
      let count = isLong ? chance.pick([20, 60, 200, 600, 2_000]) : 25
      let actions = chance.fuzzActions(count: count, largestPaste: isLong ? 1_000_000 : 20_000)
      let panel = chance
      guard let fault = fault(seed, panel, actions, isTold: isLong) else { continue }
      let shortest = Shrinking.shortest(of: actions, attempts: 40) { self.fault(seed, panel, $0) != nil }
      Issue.record(
        "seed \(seed): \(fault)\nThe last actions: \(actions.suffix(30))\nA shorter history that fails: \(shortest)"
      )
      return
    }
  }

  /// Plays a history on a panel of its own.
  private func fault(
    _ seed: UInt64, _ chance: SeededGenerator, _ actions: [FuzzAction], isTold: Bool = false
  ) -> String? {
    var chance = chance
    var played = 0
    do {
      let panel = try FuzzedPanel(&chance)
      var memory: [Int] = []
      for action in actions {
        try panel.play(action)
        if panel.hasEnded { break }
        played += 1
        if case .check = action { memory.append(panel.memory) }
      }
      let growth = memory.count < 10 ? 0 : memory[memory.count - 1] - memory[memory.count / 2]
      if isTold {
        print(
          "seed \(seed): \(played) of \(actions.count) actions, \(panel.typedCount) bytes typed,",
          "\(panel.terminal.output.count) bytes drawn, memory in kB \(memory.tenth)")
      }
      try panel.end(chance.pick(FuzzEnd.allCases))
      return growth > Self.memoryLimit ? "memory grew from \(memory)" : nil
    } catch {
      return "after \(played) actions, the last of them \(actions[..<played].suffix(5)): \(error)"
    }
  }
}

extension [Int] {
  /// About ten of the numbers, with the first and the last.
  fileprivate var tenth: [Int] {
    indices.filter { $0 % Swift.max(1, count / 10) == 0 || $0 == count - 1 }.map { self[$0] }
  }
}
