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
    let desk = try Desk(Self.board)
    for arguments in [
      ["list"], ["why", "second"], ["check"], ["ps"], ["run", "other"], ["list", "--json"],
    ] {
      let result = try HeadlessProgram(arguments, on: desk).end()
      #expect(result.status == 0, "\(arguments): \(result.messages)")
      #expect(!desk.has("started") && !desk.has("beats"), "\(arguments)")
    }
    let panel = try desk.panel(["--read-only"])
    panel.send("q")
    try expectEqual(panel.waitForEnd(), .exited(0))
    #expect(!desk.has("started") && !desk.has("beats"))

    let watch = try HeadlessProgram(["watch"], on: desk)
    #expect(
      try eventually {
        try desk.has("started") && desk.text(of: "started") == "first\nsecond\n" && desk.has("beats")
      })
    watch.signal(SIGTERM)
    #expect(try watch.end().isSignalled)
  }
}
