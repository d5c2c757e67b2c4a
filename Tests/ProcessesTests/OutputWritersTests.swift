import Testing

@testable import Processes

#if canImport(System)
import System
#else
import SystemPackage
#endif

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite(.timeLimit(.minutes(15))) struct OutputWritersTests {
  @Test func `a link names a pipe`() {
    #expect(OutputWriters.Channel(link: "pipe:[4711]") == .pipe(inode: 4711))
  }

  @Test func `a link names a terminal`() {
    #expect(OutputWriters.Channel(link: "/dev/pts/4") == .terminal(path: "/dev/pts/4"))
  }

  @Test(arguments: [
    "", "/dev/null", "/dev/pts/", "/dev/pts/ptmx", "/dev/tty", "socket:[4711]", "pipe:[]", "pipe:[4711",
    "pipe:[x]", "/tmp/pipe:[1]",
  ])
  func `other links do not`(link: String) {
    #expect(OutputWriters.Channel(link: link) == nil)
  }

  #if os(Linux)
  @Test func `a process is found as long as it can write`() throws {
    let (readEnd, writeEnd) = try FileDescriptor.outputPipe()
    defer { try? readEnd.close() }
    let pipe = OutputWriters.Channel(readEnd.rawValue)
    // A child of another test has the pipe open, too, between its fork and the start of its program.
    let ours = { OutputWriters.of([pipe]).filter { $0.process == getpid() } }
    #expect(ours().map(\.channel) == [pipe])
    #expect(ours().map(\.status.group) == [getpgrp()])
    try writeEnd.close()
    #expect(ours() == [])
  }
  #endif
}
