import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A program that is started without standard input, output or error works as if they led to `/dev/null`.
@Suite(.timeLimit(.minutes(15))) struct MissingDescriptorTests {
  static let redirections = ["<&-", ">&-", "2>&-", "<&- >&-", "<&- 2>&-", ">&- 2>&-", "<&- >&- 2>&-"]

  @Test(arguments: redirections)
  func `the exit code is that of the command`(redirection: String) throws {
    let result = try HeadlessProgram(["run", "seven"], redirection: redirection).end()
    #expect(result.status == 7 && !result.isSignalled)
    #expect(result.messages.contains("exit code 7") == !redirection.contains("2>&-"))
  }

  @Test(arguments: redirections)
  func `what is left is written to`(redirection: String) throws {
    let result = try HeadlessProgram(["run", "hello"], redirection: redirection).end()
    #expect(result.status == 0 && !result.isSignalled)
    let isWritten = !redirection.split(separator: " ").contains(">&-")
    #expect(result.output == (isWritten ? "hello\nworld\n" : ""))
  }

  @Test(arguments: redirections)
  func `a signal ends it`(redirection: String) throws {
    // The board tells when the command runs: standard output may be missing.
    let board = "actions: {wait: {run: \"kill -TERM $PPID; exec sleep 600\"}}"
    let result = try HeadlessProgram(["run", "wait"], board: board, redirection: redirection).end()
    #expect(result.isSignalled && result.status == SIGTERM)
  }

  @Test(arguments: [4, 5, 6, 7, 8, 9, 10, 12, 16, 20], Way.allCases)
  func `without enough descriptors it says so`(limit: Int, way: Way) throws {
    let result = try HeadlessProgram(["run", "hello"], way: way, prelude: "ulimit -n \(limit)").end()
    #expect(!result.isSignalled)
    let reason = result.messages.split(separator: "\n").last { $0.hasPrefix("signalbox: ") } ?? ""
    // The box has the same limit.
    let reasons = ["too many open files", "too many front ends are connected"]
    #expect(result.status == 0 || reasons.contains { reason.lowercased().contains($0) }, "\(result.messages)")
    #expect(!result.messages.contains("StartError"))
  }
}
