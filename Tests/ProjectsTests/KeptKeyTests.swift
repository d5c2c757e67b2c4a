import Board
import Dashboard
import Foundation
import Fuzzing
import TerminalUI
import TestSupport
import Testing

@testable import Projects

/// Fingers learn keys: what is written while a panel is open must not give a key to something else.
/// `SIGNALBOX_READS=1000` is more often than usual.
@Suite(.timeLimit(.minutes(Seeds.minuteLimit))) struct KeptKeyTests {
  private static let count =
    ProcessInfo.processInfo.environment["SIGNALBOX_READS"].flatMap { Int($0) } ?? 150

  private static let names = [
    "build", "build:all", "build_all", "build-all", "bake", "dev", "test", "test:unit", "test-unit", "deploy",
    "drop", "start", "serve", "up", "down", "lint", "format", "check", "run", "Run", "u", "v", "prune", "é",
    "1", "all", "docs", "docs:serve", "preview", "very.long-name", "clean", "cover", "push", "publish",
    "tidy",
  ]

  /// The targets, recipes and scripts of three files.
  private struct Files {
    var names: [[String]] = [[], [], []]

    mutating func change(_ random: inout SeededGenerator) {
      for _ in 0...random.below(4) {
        let file = random.below(3)
        switch random.below(5) {
        case 0: names[file].shuffle(using: &random)
        case 1: names[file].removeAll { _ in random.oneIn(4) }
        // Now and then a file is empty, and all come back.
        case 2 where random.oneIn(4): names[file] = []
        default:
          let name = random.pick(KeptKeyTests.names)
          guard !names[file].contains(name), file != 1 || name.allSatisfy(Self.isOfRecipe) else { continue }
          names[file].insert(name, at: random.below(names[file].count + 1))
        }
      }
    }

    private static func isOfRecipe(_ character: Character) -> Bool {
      character.isASCII && (character.isLetter || character == "-" || character == "_")
    }

    func write(to directory: String) throws {
      let targets = names[0].map { $0.replacing(":", with: "\\:") }
      let scripts = names[2].map { "\"\($0)\": \"x\"" }
      for (name, text) in [
        ("Makefile", targets.map { ".PHONY: \($0)\n\($0):\n" }.joined()),
        ("justfile", names[1].map { "\($0):\n" }.joined()),
        ("package.json", "{\"scripts\": {\(scripts.joined(separator: ", "))}}"),
      ] {
        try Data(text.utf8).write(to: URL(filePath: "\(directory)/\(name)"))
      }
    }
  }

  @Test(.slow) func `no key moves while files are read again`() throws {
    var random = SeededGenerator(seed: Seeds(1).first { _ in true } ?? 1)
    let directory = try Scratch()
    var files = Files()
    files.names[0] = ["build"]
    try files.write(to: directory.path)
    var board = try ProjectBoard.load(directory.path)
    var kept = 0
    for number in 1...Self.count {
      files.change(&random)
      if files.names.allSatisfy(\.isEmpty) { files.names[0] = ["all"] }
      try files.write(to: directory.path)
      let next = try ProjectBoard.load(directory.path, after: board)
      try expectEqual(ProjectBoard.load(directory.path, after: board), next, "\(number): \(files.names)")
      let before = Self.keys(of: board)
      let after = Self.keys(of: next)
      #expect(Set(after.values).count == after.count, "\(number): two have the same key: \(after)")
      for (command, key) in after {
        let isFree = Dashboard.KeyMap.standard.command(for: Key.character(key)) == nil
        #expect(isFree && !KeyChoice.taken.contains(key), "\(number): \(command) has \(key)")
        guard let earlier = before[command] else { continue }
        #expect(earlier == key, "\(number): \(command) had \(earlier) and has \(key): \(files.names)")
        kept += 1
      }
      for (command, key) in before where next.actions.contains(where: { Self.command($0) == command }) {
        #expect(after[command] == key, "\(number): \(command) had \(key): \(files.names)")
      }
      board = next
    }
    #expect(kept > 5 * Self.count, "\(kept)")
  }

  /// The keys by what they start.
  private static func keys(of board: Board) -> [String: Character] {
    let keys = board.actions.compactMap { action -> (String, Character)? in
      guard case .character(let key) = action.key else { return nil }
      return (command(action), key)
    }
    return Dictionary(keys) { first, _ in first }
  }

  private static func command(_ action: ActionDefinition) -> String {
    guard case .command(let command) = action.work else { return "" }
    return "\(command.invocation)"
  }
}
