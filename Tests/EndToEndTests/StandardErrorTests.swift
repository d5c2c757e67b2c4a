import Foundation
import PseudoTerminal
import TestSupport
import Testing

/// Messages that libraries write to standard error are kept while the screen is ours; where they cannot be
/// kept, the person is told so, and nothing else suffers.
@Suite(.timeLimit(.minutes(15)), .ownThreads, .bothWays) struct StandardErrorTests {
  private let loss = "signalbox: some messages may be missing, because the disk is full"

  @Test func `another directory replaces one that cannot be written`() throws {
    let terminal = try FixtureProgram.script("TMPDIR=/no/such/directory exec $FIXTURE")
    try terminal.waitFor("end")
    terminal.send("en")
    try terminal.waitFor("⠙ fixture")
    #expect(!terminal.screen.text.contains("a message"))
    terminal.send("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    expectGivenBack(terminal)
    #expect(terminal.screen.text.contains("a message on standard error"))
    #expect(!terminal.screen.text.contains(loss))
  }

  /// The signal that comes with it, SIGXFSZ, would end the program.
  @Test func `a file size limit loses messages, and that is reported`() throws {
    let terminal = try FixtureProgram.script("ulimit -f 0; exec $FIXTURE")
    try terminal.waitFor("end")
    terminal.send("en")
    try terminal.waitFor("⠙ fixture")
    terminal.send("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    expectGivenBack(terminal)
    #expect(!terminal.screen.text.contains("a message on standard error"))
    #expect(terminal.screen.text.contains(loss))
  }

  @Test func `a crash is reported even if messages could not be captured`() throws {
    let terminal = try FixtureProgram.script("ulimit -f 0; exec $FIXTURE")
    try terminal.waitFor("end")
    terminal.send("ec")
    let outcome = try terminal.waitForEnd()
    #expect(outcome == .signalled(4) || outcome == .signalled(5))
    expectGivenBack(terminal)
    #expect(terminal.screen.text.contains(loss))
  }

  @Test(.enabled(if: FullDisk.canBeMade)) func `a full disk loses messages, and that is reported`() throws {
    let terminal = try FixtureProgram.script(FullDisk.script(running: "$FIXTURE"))
    try terminal.waitFor("end")
    terminal.send("eEn")
    try terminal.waitFor("⠙ fixture")
    terminal.send("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    expectGivenBack(terminal)
    #expect(terminal.screen.text.contains(loss))
  }

  @Test(
    .onlyPrivate,
    arguments: [
      "ulimit -f 0; exec $SIGNALBOX", FullDisk.canBeMade ? FullDisk.script(running: "$SIGNALBOX") : "",
    ])
  func `the panel works on a full disk`(script: String) throws {
    if script.isEmpty { return }
    let sandbox = try Sandbox("actions: { talk: { key: t, run: 'yes words | head -n 5000; echo done' } }")
    let terminal = try sandbox.script(script)
    try terminal.waitFor("q quit")
    terminal.send("t")
    try terminal.waitFor("✓ succeeded")
    terminal.send("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    expectGivenBack(terminal)
  }
}

/// A disk of two pages with nothing left on it, in a namespace of its own. Not every system lets a person
/// make one.
private enum FullDisk {
  static let canBeMade: Bool = {
    let program = try? ChildProgram("/bin/sh", ["-c", "(\(script(running: "true"))) > /dev/null 2>&1"])
    return program?.waitForEnd() == .exited(0)
  }()

  static func script(running program: String) -> String {
    """
    exec unshare --map-root-user --mount sh -c '
      mount -t tmpfs -o size=8k none /mnt && head -c 8192 /dev/zero > /mnt/full && TMPDIR=/mnt exec \(program)'
    """
  }
}
