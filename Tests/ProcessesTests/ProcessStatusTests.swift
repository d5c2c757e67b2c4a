import Testing

@testable import Processes

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite(.timeLimit(.minutes(15))) struct ProcessStatusTests {
  /// The fields after the session. The eighth and ninth are times, the sixteenth is that of the start, and
  /// the eighteenth are the resident pages.
  private let rest = " 0 -1 4194304 98 0 0 0 1 2 0 0 20 0 1 0 312 9000 25"

  @Test func `name and group are read`() throws {
    let status = try #require(ProcessStatus("4711 (sleep) S 1 4700 4690\(rest)\n"))
    #expect(status.name == "sleep")
    #expect(status.group == 4700)
    #expect(status.session == 4690)
    #expect(status.startTime == 3_120_000_000)
    #expect(status.processorTime == .milliseconds(30))
    #expect(status.memory == 25 * sysconf(Int32(_SC_PAGESIZE)))
    #expect(!status.isZombie)
  }

  @Test func `a name may look like other fields`() throws {
    let status = try #require(ProcessStatus("4711 (a) S 1 2 (b) S 1 4700 4690\(rest)\n"))
    #expect(status.name == "a) S 1 2 (b")
    #expect(status.group == 4700)
  }

  @Test func `a name cannot control a terminal`() throws {
    let status = try #require(ProcessStatus("4711 (\u{1B}[2J\u{9B}\u{202E}ü) S 1 4700 4690\(rest)\n"))
    #expect(status.name == "?[2J??ü")
  }

  @Test func `a process that is not reaped is a zombie`() throws {
    #expect(try #require(ProcessStatus("4711 (sleep) Z 1 4700 4690\(rest)\n")).isZombie)
  }

  @Test(arguments: [
    "", "4711", "4711 (sleep", "4711 )sleep( S 1 2", "4711 (sleep)", "4711 (sleep) S 1 x 2",
    "1 (sleep) S 1 2 3 4",
  ])
  func `any other text is no process`(text: String) {
    #expect(ProcessStatus(text) == nil)
  }
}
