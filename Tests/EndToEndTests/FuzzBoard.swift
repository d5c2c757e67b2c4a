import Foundation
import Fuzzing
import PseudoTerminal

/// A board of commands that print anything, each on a digit. All of them end when a file says so.
struct FuzzBoard {
  let sandbox: Sandbox
  private let title: String
  private let lifeline: Lifeline

  init(_ chance: inout SeededGenerator) throws {
    title = "Fuzz " + chance.text(upTo: 20).filter { $0.isLetter }
    sandbox = try Sandbox(Self.board(title: title, Self.actions))
    lifeline = try sandbox.lifeline()
    for name in ["small", "large", "lines"] {
      let output =
        name == "lines"
        ? Array(chance.text(upTo: 400).utf8) : chance.commandOutput(upTo: name == "small" ? 400 : 60_000)
      try Data(output).write(to: URL(fileURLWithPath: sandbox.path(of: name)))
    }
  }

  /// Lets every command come to its end, and tells whether they all did.
  func bringToRest() throws -> Bool {
    try sandbox.write("", to: "stop")
    return hasNoCommand
  }

  func letWork() throws { try FileManager.default.removeItem(atPath: sandbox.path(of: "stop")) }

  /// True as soon as no command is left; waits for it.
  var hasNoCommand: Bool {
    // The pipe tells of an end only after it had a writer.
    close(open(lifeline.path, O_WRONLY | O_NONBLOCK))
    return lifeline.hasEnded(within: .seconds(30))
  }

  /// Writes another board in the place of this one, as an editor does: without some of the actions, which is
  /// a mistake where a guard needs them, or no board at all.
  func change(_ chance: inout SeededGenerator) throws {
    if chance.oneIn(6) {
      return try sandbox.write(chance.text(upTo: 200, controls: true), to: "signalbox.yml")
    }
    let kept = Self.actions.filter { _ in !chance.oneIn(6) }
    try sandbox.write(Self.board(title: "Changed \(chance.below(100))", kept), to: "signalbox.yml")
  }

  func changeBack() throws { try sandbox.write(Self.board(title: title, Self.actions), to: "signalbox.yml") }

  private static func board(title: String, _ actions: [String]) -> String {
    "title: '\(title)'\nnetwork: { start-delay: 100ms }\nactions:\n" + actions.joined(separator: "\n") + "\n"
  }

  private static let actions = [
    "  cat: { key: 0, run: 'exec 9> $LIFELINE; cat small' }",
    "  fails: { key: 1, run: 'exec 9> $LIFELINE; cat small; exit 3', error: { priority: high, reset: 1s } }",
    """
      flood:
        key: 2
        title: 洪水 of output
        run: 'exec 9> $LIFELINE; while [ ! -e stop ]; do cat large; done'
    """,
    """
      endless:
        key: 3
        run: 'exec 9> $LIFELINE; while [ ! -e stop ]; do printf "x%0200d" 1; done'
        while-running: { concurrent: 2 }
    """,
    """
      yes:
        key: 4
        run: 'exec 9> $LIFELINE; yes "$(cat lines)" & while [ ! -e stop ]; do sleep 0.1; done; kill $!'
        while-running: restart
    """,
    #"""
      progress:
        key: 5
        run: 'exec 9> $LIFELINE; for i in 1 2 3 4 5; do printf "[$i/5] step\r"; sleep 0.02; done; cat small'
        progress: '\[(\d+)/(\d+)\]'
        status: '\] (.*)'
        while-running: { queue: 3 }
    """#,
    "  asks: { key: 6, run: 'exec 9> $LIFELINE; cat large', confirm: 'Sure? 確か?', enabled-if: cat.succeeded }",
    "  stubborn: { key: 7, run: 'exec 9> $LIFELINE; trap \"\" TERM; while [ ! -e stop ]; do sleep 0.1; done' }",
    "  dies: { key: 8, run: 'exec 9> $LIFELINE; cat small; kill -9 $$', retry: { attempts: 2, backoff: 100ms } }",
    "  simulated: { key: 9, simulate: { duration: 500ms, steps: 9, requests: 3, fail-every: 2 } }",
    "  ghost: { run: [/no/such/program], enabled-if: fails.failed || flood.running }",
  ]
}
