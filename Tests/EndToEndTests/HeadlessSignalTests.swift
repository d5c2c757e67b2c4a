import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Whatever ends `signalbox run`, no child stays behind.
@Suite(.timeLimit(.minutes(5)), .ownThreads) struct HeadlessSignalTests {
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func aSignalEndsAChildThatIgnoresItAndThenTheProgram(signal: Int32) throws {
    let program = try HeadlessProgram(["run", "stubborn"])
    let child = try #require(Int32(program.line()))
    program.signal(signal)
    let result = try program.end()
    #expect(result.isSignalled && result.status == signal)
    #expect(kill(child, 0) == -1 && errno == ESRCH)
  }

  @Test func nothingIsStartedAfterASignal() throws {
    let program = try HeadlessProgram(["run", "stubborn", "hello"])
    _ = program.line()
    program.signal(SIGINT)
    program.signal(SIGINT)
    let result = try program.end()
    #expect(result.isSignalled && result.status == SIGINT)
    #expect(result.output == "")
  }

  @Test(arguments: [[], ["--json"]])
  func aReaderThatGoesAwayEndsItQuietly(options: [String]) throws {
    let program = try HeadlessProgram(["run", "flood", "--quiet"] + options)
    #expect(!program.line().isEmpty)
    try program.closeOutput()
    let result = try program.end(readsOutput: false)
    #expect(result.isSignalled && result.status == SIGPIPE)
    #expect(result.messages == "")
  }

  @Test func aReaderThatDoesNotReadHoldsUpNoSignal() throws {
    let program = try HeadlessProgram(["run", "flood", "--quiet"])
    #expect(program.line() == "y")
    program.signal(SIGTERM)
    let result = try program.end(readsOutput: false)
    #expect(result.isSignalled && result.status == SIGTERM)
  }
}
