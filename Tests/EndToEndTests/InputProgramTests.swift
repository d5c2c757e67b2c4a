import Foundation
import PseudoTerminal
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A success counts only for the files it was made from, as the programs show it.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct InputProgramTests {
  private let board: SharedBoard

  init() throws {
    board = try SharedBoard(
      """
        build: { key: b, title: Build, run: 'cat a >> built', inputs: a }
        deploy: { key: D, title: Deploy, run: 'echo deployed', enabled-if: build.succeeded }
        other: { run: 'true' }
        self: { run: 'echo 1 >> b', inputs: b }
        watched: { run: 'cat c >> seen', inputs: c, watch: { debounce: 20ms } }

      """)
    for name in ["a", "b", "c"] { try write(name, "1") }
  }

  private func write(_ name: String, _ text: String) throws {
    try save(text, at: board.sandbox.path(of: name))
  }

  private func read(_ name: String) -> String {
    (try? String(contentsOfFile: board.sandbox.path(of: name), encoding: .utf8)) ?? ""
  }

  @Test func `what is up to date is not run again, and this is known after the box was killed`() throws {
    try expectEqual(board.run("run", "--if-stale", "build").status, 0)
    #expect(read("built") == "1")
    let second = try board.run("run", "--if-stale", "build", "deploy")
    #expect(second.status == 2)
    #expect(second.messages == "signalbox: deploy has no `inputs`, which --if-stale is about\n")
    let third = try board.run("run", "--if-stale", "build")
    #expect(third.status == 0)
    #expect(third.messages.hasPrefix("signalbox: build: up to date (succeeded "))
    #expect(third.messages.hasSuffix(" ago, 1 file)\n"))
    let other = try board.start("watch", "--json", "--no-files")
    // It says what is when it has the box.
    #expect(other.line().contains("\"event\":"))
    kill(try board.box(), SIGKILL)
    _ = try other.end()
    #expect(try board.run("run", "--if-stale", "build").messages.contains("build: up to date"))
    try expectEqual(board.run("run", "deploy").output, "deployed\n")
    try write("a", "2")
    #expect(try eventually { try board.run("list").output.contains("stale: a changed") })
    let refused = try board.run("run", "deploy")
    #expect(refused.status == 3)
    #expect(refused.messages.contains("deploy: refused: needs build.succeeded"))
    try expectEqual(board.run("run", "--if-stale", "build").status, 0)
    #expect(read("built") == "12")
  }

  @Test func `who comes right after a change does not see a fresh success`() throws {
    let watch = try board.start("watch", "--no-files")
    for number in 0..<5 {
      try expectEqual(board.run("run", "build").status, 0)
      #expect(try eventually { try board.run("list", "--json").output.contains(#""fresh":true"#) })
      try write("a", "\(number) ")
      let list = try board.run("list", "--json").output
      #expect(!list.contains(#""fresh":true"#), "\(list)")
    }
    _ = watch
  }

  @Test func `run says that its success does not count`() throws {
    let result = try board.run("run", "self")
    #expect(result.status == 0)
    #expect(result.messages.contains("self: succeeded, but b changed while it ran"))
  }

  @Test func `a change starts what is watched, and the history names the file`() throws {
    let watch = try board.start("watch")
    #expect(eventually { read("seen") == "1" })
    #expect(
      try eventually {
        try board.run("list", "--json").output.contains(#""action":"watched","run":1,"state":"succeeded""#)
      })
    try write("c", "2")
    #expect(eventually { read("seen") == "12" })
    let history = try board.run("history", "watched", "--json").output
    #expect(history.contains(#""by":"files","cause":"c""#), "\(history)")
    #expect(try board.run("history", "watched").output.contains("  c"))
    _ = watch
  }
}
