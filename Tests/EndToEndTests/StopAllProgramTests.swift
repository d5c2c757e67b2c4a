import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The end of one action ends `watch` and `run` with its exit code.
@Suite(.timeLimit(.minutes(15)), .ownThreads, .bothWays) struct StopAllProgramTests {
  private static let board = """
    actions:
      db:
        run: 'trap "sleep 0.5; exit" TERM; echo up; while :; do sleep 0.01; done'
        service: true
        ready: { line: up }
        start: with-board
      web:
        run: 'until [ -e go ]; do sleep 0.05; done; exit 7'
        service: true
        start: with-board
        restart: { when: never }
        enabled-if: db.ready
        on-end: stop-all
      other: { run: exec sleep 1000 }

    """

  @Test func `watch ends with the code of the action whose end stops everything`() throws {
    let sandbox = try Sandbox(Self.board)
    let watch = try HeadlessProgram(["watch"], on: sandbox)
    var line = ""
    repeat { line = watch.line() } while !line.isEmpty && line != "web: ready"
    try sandbox.write("", to: "go")
    let result = try watch.end()
    #expect(result.status == 7, "\(result.messages)")
    #expect(result.messages.contains("web: has ended, which stops everything"))
    // It has waited for the end of all, which takes its time.
    #expect(result.output.contains("db: cancelled"))
  }
}
