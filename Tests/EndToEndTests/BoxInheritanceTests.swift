import Foundation
import PseudoTerminal
import Testing

/// A command inherits from the front end that has started it, not from the box.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct BoxInheritanceTests {
  private static let actions = """
      other: { run: echo started }
      show: { run: 'echo $COLOR; umask; ulimit -Sn; nice; pwd -P; echo ${NOTHING-unset}' }
    """

  @Test func `environment, umask, limits and nice value are those of the front end`() throws {
    let board = try SharedBoard(Self.actions)
    // The box starts with other values.
    _ = try board.start("run", "other", "--quiet", environment: ["COLOR": "red", "NOTHING": "x"]).end()
    let directory = try #require(realpath(board.sandbox.directory, nil))
    defer { free(directory) }
    let place = String(cString: directory)
    let first = try board.start(
      "run", "show", "--quiet", environment: ["COLOR": "green"], prelude: "umask 027; ulimit -Sn 512"
    ).end()
    #expect(first.output == "green\n0027\n512\n0\n\(place)\nunset\n")
    let second = try board.start(
      "run", "show", "--quiet", environment: ["COLOR": "blue"],
      prelude: "umask 077; ulimit -Sn 300; renice -n 5 $$ >/dev/null"
    ).end()
    #expect(second.output == "blue\n0077\n300\n5\n\(place)\nunset\n", "\(second.messages)")
  }

  @Test func `the directory of a command is that of the board`() throws {
    let board = try SharedBoard(
      """
        here: { run: pwd -P }
        there: { run: pwd -P, dir: below }
      """)
    try board.sandbox.makeDirectory("below/deeper")
    let deeper = try HeadlessProgram(
      ["run", "here", "there", "--quiet"], way: .served, on: board.sandbox, subdirectory: "below/deeper"
    ).end()
    let lines = deeper.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.last == (lines.first.map { $0 + "/below" }))
  }

  @Test func `a panel passes its environment on`() throws {
    let board = try SharedBoard("  show: { key: s, run: 'echo color $COLOR.' }\n")
    let red = try board.sandbox.panel(environment: ["COLOR": "red"])
    let blue = try board.sandbox.panel(environment: ["COLOR": "blue"])
    blue.send("s")
    try red.waitFor("✓ succeeded")
    try red.waitFor("  color blue.")
    red.send("s")
    try blue.waitFor("  color red.")
  }
}
