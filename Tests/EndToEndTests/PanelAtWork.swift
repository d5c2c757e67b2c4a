import PseudoTerminal
import TestSupport
import Testing

/// A panel and a command that it runs, to see that the end of the one leaves nothing of the other.
struct PanelAtWork {
  let sandbox: Sandbox
  let terminal: PseudoTerminal
  /// Held by all processes of the command.
  let lifeline: Lifeline

  /// The command of the action "family", which the key `f` starts.
  enum Family: String {
    /// With a child of its own.
    case usual = "sleep 100 & echo ready; wait"
    /// Does not end when it is asked to.
    case stubborn = #"trap "" TERM; echo ready; while :; do sleep 1; done"#
    /// Leaves the file "cleaned" when it is asked to end.
    case tidy = #"trap "touch cleaned; exit" TERM; echo ready; sleep 100 & wait"#
    /// The same, but not before it is let through the gate.
    case slow = #"trap "read line < gate; touch cleaned; exit" TERM; echo ready; sleep 100 & wait"#

    var board: String {
      "title: Family\nactions:\n  family: { key: f, run: 'exec 9> $LIFELINE; \(rawValue)' }\n"
    }
  }

  /// Waits until the command has said "ready".
  /// - Parameter start: Opens a panel on the sandbox; the usual one if nil.
  init(_ family: Family = .usual, start: (Sandbox) throws -> PseudoTerminal = { try $0.panel() }) throws {
    try self.init(board: family.board) { sandbox in
      let terminal = try start(sandbox)
      try terminal.waitFor("q quit")
      terminal.send("f")
      try terminal.waitFor("  ready ")
      return terminal
    }
  }

  /// - Parameters:
  ///   - board: has a command that opens `$LIFELINE`.
  ///   - start: opens a panel on the sandbox, and returns when the command runs.
  init(board: String, start: (Sandbox) throws -> PseudoTerminal) throws {
    sandbox = try Sandbox(board)
    lifeline = try sandbox.lifeline()
    terminal = try start(sandbox)
  }

  /// Waits until the panel has ended in this way: the terminal is as it was before, and nothing of the
  /// command is left.
  func expectEnd(_ outcome: Outcome, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try expectEqual(terminal.waitForEnd(), outcome, sourceLocation: sourceLocation)
    expectGivenBack(terminal, sourceLocation: sourceLocation)
    #expect(lifeline.hasEnded(), sourceLocation: sourceLocation)
  }
}
