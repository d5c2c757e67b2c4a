import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Whatever ends the program, no child stays behind.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct HeadlessSignalTests {
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal ends a child that ignores it and then the program`(signal: Int32) throws {
    let program = try HeadlessProgram(["run", "stubborn"])
    let child = try #require(Int32(program.line()))
    program.signal(signal)
    let result = try program.end()
    #expect(result.isSignalled && result.status == signal)
    #expect(kill(child, 0) == -1 && errno == ESRCH)
  }

  @Test func `nothing is started after a signal`() throws {
    let program = try HeadlessProgram(["run", "stubborn", "hello"])
    _ = program.line()
    program.signal(SIGINT)
    program.signal(SIGINT)
    let result = try program.end()
    #expect(result.isSignalled && result.status == SIGINT)
    #expect(result.output == "")
  }

  @Test(.bothWays, arguments: [[], ["--json"]])
  func `a closed pipe ends it without a message`(options: [String]) throws {
    let program = try HeadlessProgram(["run", "flood", "--quiet"] + options)
    #expect(!program.line().isEmpty)
    try program.closeOutput()
    let result = try program.end(readsOutput: false)
    #expect(result.isSignalled && result.status == SIGPIPE)
    #expect(result.messages == "")
  }

  @Test func `a reader that does not read delays no signal`() throws {
    let program = try HeadlessProgram(["run", "flood", "--quiet"])
    #expect(program.line() == "y")
    program.signal(SIGTERM)
    let result = try program.end(readsOutput: false)
    #expect(result.isSignalled && result.status == SIGTERM)
  }

  @Test func `what was cancelled is told before the end`() throws {
    let program = try HeadlessProgram(["run", "stubborn", "--json"])
    while !program.line().contains(#""event":"output""#) {}
    program.signal(SIGTERM)
    let result = try program.end()
    #expect(result.isSignalled && result.status == SIGTERM)
    let actions = result.output.split(separator: "\n").filter { $0.contains(#""event":"action""#) }
    #expect(actions.last { $0.contains(#""action":"stubborn""#) }?.contains(#""state":"cancelled""#) == true)
  }

  #if os(Linux)
  @Test(arguments: ["watch --json", "watch"])
  func `the first signal ends what watches although nobody reads`(arguments: String) throws {
    try expectEnd(of: arguments)
  }

  @Test(.bothWays, arguments: ["run flood --json", "run flood --quiet"])
  func `the first signal ends a run although nobody reads`(arguments: String) throws {
    try expectEnd(of: arguments)
  }

  /// The child changes the value of its action all the time, so the main actor has something to tell all the
  /// time. Its lines are long, so that all buffers are full soon.
  private func expectEnd(of arguments: String) throws {
    let directory = try Sandbox()
    let script = "echo $$ > \(directory.path(of: "child")); exec seq -f %0200.0f 1000000000"
    let board = "actions: {flood: {every: 1h, run: '\(script)'}}"
    let program = try HeadlessProgram(arguments.split(separator: " ").map(String.init), board: board)
    program.makeOutputSmall()
    while !directory.has("child") { _ = poll(nil, 0, 1) }
    program.waitUntilHeldUp()
    program.signal(SIGTERM)
    let result = try program.end(readsOutput: false)
    #expect(result.isSignalled && result.status == SIGTERM, "\(result)")
    let written = try directory.text(of: "child").split(separator: "\n").first
    let child = try #require(written.flatMap { Int32($0) })
    #expect(kill(child, 0) == -1 && errno == ESRCH)
  }

  @Test func `the second signal kills at once although nobody reads`() throws {
    let directory = try Sandbox()
    let script = """
      trap 'echo $$ > \(directory.path(of: "child"))' TERM; i=0; while :; do i=$((i+1)); echo $i; done
      """
    let board = "actions: {stubborn: {every: 1h, run: \"\(script)\"}}"
    let program = try HeadlessProgram(["watch", "--json"], board: board)
    program.makeOutputSmall()
    program.waitUntilHeldUp()
    program.signal(SIGTERM)
    while !directory.has("child") { _ = poll(nil, 0, 1) }
    program.signal(SIGTERM)
    let start = ContinuousClock.now
    let result = try program.end(readsOutput: false)
    #expect(result.isSignalled && result.status == SIGTERM)
    #expect(ContinuousClock.now - start < .seconds(5))
  }
  #endif
}
