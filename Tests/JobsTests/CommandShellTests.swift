import Board
import Boundary
import Foundation
import Processes
import TestSupport
import Testing

@testable import Jobs

@MainActor
@Suite(.timeLimit(.minutes(15))) struct CommandShellTests {
  @Test func `sh goes on after a line that fails, and the shell of the board need not`() async throws {
    let text = "run: \"false\\necho on\""
    let usual = try LiveStation("  show: { \(text) }")
    await expectEqual(usual.run("show"), .succeeded)
    #expect(usual.record("show")?.runs.value == "on")
    let careful = LiveStation(
      try Board.parse("shell: [sh, -ec]\nactions: { show: { \(text) } }", file: "board.yml"))
    await expectEqual(careful.run("show"), .failed(RunFailure(.exitCode(1), "exit code 1")))
  }

  @Test func `a script is a file that its interpreter reads while it runs`() async throws {
    let station = LiveStation(
      try Board.parse(
        """
        shell: [sh, -ec]
        actions:
          show:
            input: What
            run: |
              #!/bin/sh -u
              echo "$- $INPUT $(stat -c %a "$0" "$(dirname "$0")" | tr '\\n' ' ')"
              echo "$0"
        """, file: "board.yml"))
    await expectEqual(station.run("show", input: "text"), .succeeded)
    let lines = station.output("show")
    #expect(lines.contains { $0.contains("u") && $0.hasSuffix("text 600 700 ") }, "\(lines)")
    let path = try #require(station.record("show")?.runs.value)
    #expect(path.hasSuffix("/run"))
    #expect(!FileManager.default.fileExists(atPath: (path as NSString).deletingLastPathComponent))
  }

  @Test func `a script whose interpreter does not exist fails`() async throws {
    let station = try LiveStation("  show: { run: \"#!/no/such/program\\nx\" }")
    await expectEqual(
      station.run("show"),
      .failed(RunFailure(.cannotStart, "cannot start: /no/such/program: No such file or directory")))
  }

  @Test func `the command of a stop can be a script`() async throws {
    let station = try LiveStation(
      """
        serve:
          run: trap 'exit 7' USR1; echo ready; while :; do sleep 0.01; done
          stop: { command: "#!/bin/sh\\nkill -USR1 $SIGNALBOX_PID", grace: 1m }
      """)
    let run = Task { await station.run("serve") }
    while station.record("serve")?.runs.value != "ready" { await Task.yield() }
    station.interlocking.cancel("serve")
    _ = await run.value
    #expect(!station.output("serve").contains { $0.contains("stop command") }, "\(station.output("serve"))")
  }
}
