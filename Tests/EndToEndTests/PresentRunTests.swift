import Foundation
import Rendezvous
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What `run` does about an action that runs already, and what commands know of their run.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct PresentRunTests {
  private static let actions = """
      gate: { run: 'echo begun; while [ ! -e gate ]; do sleep 0.02; done; echo over; exit $(cat gate)' }
      count: { run: 'echo x >>count' }
      server: { run: 'echo up; exec sleep 600', service: true, ready: { line: up } }
      loud: { run: 'echo one; echo two >&2; exit 5' }
      calm: { run: 'echo nothing of interest' }
      who: { run: 'echo "$SIGNALBOX_BOARD $SIGNALBOX_ACTION $SIGNALBOX_RUN"' }
      self: { run: '"$PROGRAM" run --wait self; echo code $?' }
      chatty: { run: 'seq 1 5000; while [ ! -e gate ]; do sleep 0.02; done' }
      line: { run: '"$PROGRAM" run line; echo code $?', while-running: queue }
      both: { run: 'echo $INPUT; while [ ! -e gate ]; do sleep 0.02; done', while-running: concurrent, buttons: [{ input: a, title: A }, { input: b, title: B }] }
      pick: { run: 'echo $INPUT; while [ ! -e gate ]; do sleep 0.02; done', buttons: [{ input: a, title: A }, { input: b, title: B }] }
    """

  private func board() throws -> SharedBoard { try SharedBoard(Self.actions) }

  @Test func `a run that is joined prints what it has printed and prints, and gives its code`() throws {
    let board = try board()
    try expectEqual(board.run("run", "--detach", "--quiet", "gate").status, 0)
    try expectEqual(board.run("run", "gate").status, 3)
    let joins = try (1...2).map { _ in try board.start("run", "--join", "gate") }
    for join in joins { #expect(join.line() == "begun") }
    let told = try board.start("run", "--join", "--json", "gate")
    var line = ""
    repeat { line = told.line() } while !line.isEmpty && !line.contains(#""text":"begun""#)
    try board.sandbox.write("4", to: "gate")
    let rest = try told.end().output.split(separator: "\n").filter { $0.contains(#""event":"output""#) }
    #expect(rest.count == 1 && rest[0].contains(#""text":"over""#), "\(rest)")
    for join in joins {
      let end = try join.end()
      #expect(end.output == "over\n" && end.status == 4, "\(end)")
      #expect(end.messages.contains(#/gate: joined run 1 \(run, for /#), "\(end.messages)")
    }
    try expectEqual(board.run("history", "gate", "--json").output.split(separator: "\n").count, 1)
  }

  @Test func `who joins and leaves does not end the run, and without a run it starts one`() throws {
    let board = try board()
    try expectEqual(board.run("run", "--detach", "--quiet", "gate").status, 0)
    let join = try board.start("run", "--join", "gate")
    #expect(join.line() == "begun")
    join.signal(SIGINT)
    #expect(try join.end().isSignalled)
    try expectEqual(board.run("wait", "gate.running").status, 0)
    try board.sandbox.write("0", to: "gate")
    _ = try board.run("wait", "!gate.running", "--wait-limit", "5m")
    let alone = try board.run("run", "--join", "gate")
    #expect(alone.status == 0 && alone.output == "begun\nover\n", "\(alone)")
  }

  @Test func `many that join at the same time are one run, or one after the other`() throws {
    let board = try board()
    let all = try (1...6).map { _ in try board.start("run", "--join", "--quiet", "gate") }
    for one in all { #expect(one.line() == "begun") }
    try board.sandbox.write("0", to: "gate")
    for one in all {
      let end = try one.end()
      #expect(end.status == 0 && end.output == "over\n", "\(end)")
    }
    try expectEqual(board.run("history", "gate", "--json").output.split(separator: "\n").count, 1)
  }

  @Test func `a run with another input is not joined`() throws {
    let board = try board()
    try expectEqual(board.run("run", "--detach", "--quiet", "--input", "a", "pick").status, 0)
    let other = try board.run("run", "--join", "--input", "b", "pick")
    #expect(other.status == 3 && other.messages.contains("is running with another input"), "\(other)")
    let same = try board.start("run", "--join", "--input", "a", "pick")
    #expect(same.line() == "a")
    try board.sandbox.write("", to: "gate")
    try expectEqual(same.end().status, 0)
  }

  @Test func `where several runs are allowed, one with another input is started`() throws {
    let board = try board()
    try expectEqual(board.run("run", "--detach", "--quiet", "--input", "a", "both").status, 0)
    let other = try board.start("run", "--join", "--input", "b", "both")
    #expect(other.line() == "b")
    try board.sandbox.write("", to: "gate")
    let end = try other.end()
    #expect(end.status == 0 && !end.messages.contains("joined"), "\(end)")
  }

  @Test func `who joins is told how many lines are not kept`() throws {
    let board = try board()
    try expectEqual(board.run("run", "--detach", "--quiet", "chatty").status, 0)
    #expect(try eventually { try board.run("output", "chatty", "--tail", "1").output == "5000\n" })
    let join = try board.start("run", "--join", "chatty")
    #expect(Int(join.line()) ?? 0 > 2_900)
    try board.sandbox.write("", to: "gate")
    let end = try join.end()
    #expect(end.status == 0 && end.output.hasSuffix("\n5000\n"))
    #expect(end.messages.contains(#/chatty: \d+ older lines are not kept/#), "\(end.messages)")
  }

  @Test func `after waits for the end, and then runs`() throws {
    let board = try board()
    try expectEqual(board.run("run", "--detach", "--quiet", "gate").status, 0)
    let late = try board.run("run", "--after", "--wait-limit", "30ms", "gate")
    #expect(late.status == 75 && late.messages.contains("it still runs; waited for 30 ms"), "\(late)")
    let after = try board.start("run", "--after", "--quiet", "gate")
    try board.sandbox.write("0", to: "gate")
    let end = try after.end()
    #expect(end.status == 0 && end.output == "begun\nover\n", "\(end)")
    try expectEqual(board.run("history", "gate", "--json").output.split(separator: "\n").count, 2)
  }

  @Test func `a service is ensured once, and restarted by name`() throws {
    let board = try board()
    for _ in 1...3 { try expectEqual(board.run("run", "--ensure", "server", "--quiet").status, 0) }
    try expectEqual(board.run("history", "server", "--json").output.split(separator: "\n").count, 1)
    let no = try board.run("run", "--ensure", "calm")
    #expect(no.status == 2 && no.messages.contains("is not a service"), "\(no)")
    try expectEqual(board.run("restart", "server").status, 0)
    try expectEqual(board.run("wait", "server.ready").status, 0)
    let runs = try board.run("history", "server", "--json").output.split(separator: "\n")
    #expect(runs.count == 2 && runs[0].contains(#""outcome":"cancelled""#), "\(runs)")
    try expectEqual(board.run("restart", "nothing").status, 2)
  }

  @Test func `an output is printed on failure only`() throws {
    let board = try board()
    let calm = try board.run("run", "--on-failure", "calm")
    #expect(calm.status == 0 && calm.output == "" && calm.messages == "", "\(calm)")
    let loud = try board.run("run", "--on-failure", "calm", "loud")
    #expect(loud.output == "one\ntwo\n" && loud.status == 1, "\(loud)")
    #expect(loud.messages.contains("loud: failed after"), "\(loud)")
  }

  @Test func `commands know their board, action and run, and a run does not wait for itself`() throws {
    let board = try board()
    let path = try board.places().board.path
    for number in 1...2 { try expectEqual(board.run("run", "who").output, "\(path) who \(number)\n") }
    let process = try board.start("run", "self", environment: ["PROGRAM": Sandbox.program])
    let end = try process.end()
    #expect(end.output.hasSuffix("code 3\n"), "\(end)")
    #expect(end.messages.contains("would wait for itself") || end.output.contains("would wait for itself"))
    let queued = try board.start("run", "line", environment: ["PROGRAM": Sandbox.program]).end()
    #expect(queued.output.hasSuffix("code 3\n"), "\(queued)")
  }

  @Test func `only its own run is one that a program would wait for in vain`() throws {
    let board = try board()
    try expectEqual(board.run("run", "--detach", "--quiet", "gate").status, 0)
    func caller(_ run: String) throws -> [String: String] {
      ["SIGNALBOX_BOARD": try board.places().board.path, "SIGNALBOX_ACTION": "gate", "SIGNALBOX_RUN": run]
    }
    let own = try board.start("run", "--after", "gate", environment: caller("1")).end()
    #expect(own.status == 3 && own.messages.contains("would wait for itself"), "\(own)")
    // Left over from a run that has ended.
    let other = try board.start(
      "run", "--after", "--wait-limit", "50ms", "gate", environment: caller("7")
    ).end()
    #expect(other.status == 75 && other.messages.contains("it still runs"), "\(other)")
    try board.sandbox.write("0", to: "gate")
  }

  @Test(arguments: [
    ["--join", "--after"], ["--ensure", "--join"], ["--join", "--private"], ["--join", "--detach"],
    ["--on-failure", "--json"], ["--on-failure", "--detach"],
  ])
  func `words that exclude each other are a mistake`(words: [String]) throws {
    let board = try board()
    let result = try HeadlessProgram(["run"] + words + ["calm"], way: .served, on: board.sandbox).end()
    #expect(result.status == 2, "\(result)")
  }

  @Test func `the last line of JSON says how it ended`() throws {
    let board = try board()
    let loud = try board.run("run", "--json", "calm", "loud").output.split(separator: "\n")
    #expect(
      loud.last?.hasSuffix(
        #""event":"end","action":"loud","run":1,"outcome":"failed","refused":null,"exit":5,"signal":null}"#)
        == true, "\(loud)")
    let calm = try board.run("run", "--json", "calm").output.split(separator: "\n")
    #expect(calm.last?.contains(#""run":2,"outcome":"succeeded","refused":null,"exit":0"#) == true, "\(calm)")
    try expectEqual(board.run("run", "--detach", "--quiet", "gate").status, 0)
    let refused = try board.run("run", "--json", "gate").output.split(separator: "\n")
    let words = #""outcome":null,"refused":"is running","exit":null"#
    #expect(refused.last?.contains(words) == true, "\(refused)")
    try board.sandbox.write("0", to: "gate")
  }

  @Test func `the history says codes and what is kept, also without a box`() throws {
    let board = try board()
    _ = try board.run("run", "--quiet", "loud")
    let runs = try board.run("history", "loud", "--json").output
    #expect(
      runs.contains(#""outcome":"failed","exit":5,"message":"two · exit code 5","attempts":1,"kept":true"#),
      "\(runs)")
    #expect(try board.run("history", "loud").output.contains("failed: two · exit code 5"))
    _ = try board.run("run", "--quiet", "loud")
    let last = try board.run("history", "loud", "--json", "--last", "1").output.split(separator: "\n")
    #expect(last.count == 1 && last[0].contains(#""run":2,"#), "\(last)")
    try expectEqual(board.run("stop").status, 0)
    let later = try board.run("history", "loud", "--json").output
    #expect(later.contains(#""outcome":"failed","exit":5"#), "\(later)")
    try expectEqual(board.run("history", "calm").output, "")
    try expectEqual(board.run("history", "calm", "--last", "0").status, 2)
    let why = try board.run("why", "--json").output.split(separator: "\n")
    #expect(why.count == 11 && why.allSatisfy { $0.contains(#""event":"why""#) }, "\(why)")
    try expectEqual(board.run("why").output.split(separator: "\n").count, 11)
  }
}
