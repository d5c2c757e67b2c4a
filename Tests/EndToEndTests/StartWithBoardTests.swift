import PseudoTerminal
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What starts by itself does so for people who look, and not for commands that only ask.
@Suite(.timeLimit(.minutes(15)), .ownThreads, .bothWays) struct StartWithBoardTests {
  private static let board = """
    actions:
      first: { run: 'echo first >> started', start: with-board }
      second: { run: 'echo second >> started', start: with-board, enabled-if: first.succeeded }
      beat: { run: 'echo beat >> beats', every: 1h }
      other: { run: echo fine }

    """

  @Test func `only watch and a panel that is not read-only start what starts by itself`() throws {
    let sandbox = try Sandbox(Self.board)
    for arguments in [
      ["list"], ["why", "second"], ["check"], ["ps"], ["run", "other"], ["list", "--json"],
    ] {
      let result = try HeadlessProgram(arguments, on: sandbox).end()
      #expect(result.status == 0, "\(arguments): \(result.messages)")
      #expect(!sandbox.has("started") && !sandbox.has("beats"), "\(arguments)")
    }
    let panel = try sandbox.panel(["--read-only"])
    panel.send("q")
    try expectEqual(panel.waitForEnd(), .exited(0))
    #expect(!sandbox.has("started") && !sandbox.has("beats"))

    let watch = try HeadlessProgram(["watch"], on: sandbox)
    #expect(
      try eventually {
        try sandbox.has("started") && sandbox.text(of: "started") == "first\nsecond\n" && sandbox.has("beats")
      })
    watch.signal(SIGTERM)
    #expect(try watch.end().isSignalled)
  }
}
