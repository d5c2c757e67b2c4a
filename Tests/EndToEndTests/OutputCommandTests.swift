import Foundation
import PseudoTerminal
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// `output`, and its other name `logs`.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct OutputCommandTests {
  private static let actions = """
      words: { run: 'echo one; echo two; printf three' }
      silent: { run: 'true' }
      never: { run: echo never }
      gate: { run: 'echo begun; while [ ! -e gate ]; do sleep 0.02; done; echo over' }
      slow: { run: 'printf "10%%\\r"; while [ ! -e gate ]; do sleep 0.02; done; printf "100%%\\nand more\\n"' }
      bar: { run: 'printf "10%%\\r50%%\\r100%%\\n"' }
      bytes: { run: 'printf "a\\377b\\n"' }
      many: { run: 'seq 1 5000' }
      large: { run: cat text }
      red: { run: 'printf "\\033[31mred\\033[0m\\n"' }
      bad: { run: 'echo begun; printf "a\\377b"; exit 3', terminal: none }
      flaky: { run: 'echo told; test -e good' }
      secret: { run: 'echo hunter2; exit 3', keep-output: never }
    """

  /// A board whose box stays because of `gate`, which runs.
  private func board() throws -> SharedBoard {
    let board = try SharedBoard(Self.actions)
    try expectEqual(board.run("run", "--detach", "--quiet", "gate").status, 0)
    return board
  }

  private func end(_ board: SharedBoard) throws { try board.sandbox.write("", to: "gate") }

  @Test func `the lines of a run, with what is chosen of them`() throws {
    let board = try board()
    try expectEqual(board.run("run", "--quiet", "words").status, 0)
    let output = try board.run("output", "words")
    #expect(output.output == "one\ntwo\nthree\n")
    #expect(output.messages == "")
    #expect(output.status == 0)
    try expectEqual(board.run("logs", "words", "--tail", "1").output, "three\n")
    try expectEqual(board.run("output", "words", "--grep", "^t", "--tail", "1").output, "three\n")
    try expectEqual(board.run("output", "words", "--grep", "t$", "--since", "1h").status, 1)
    try expectEqual(board.run("output", "words", "--tail", "0").output, "")
    let remarks = try board.run("output", "words", "--remarks").output
    #expect(remarks.contains("── run 1") && remarks.contains("three\n"), "\(remarks)")
    #expect(
      try board.run("output", "words", "--timestamps").output.contains(
        #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ one\n/#))
    try end(board)
  }

  @Test func `runs are named by number and from the end`() throws {
    let board = try board()
    for _ in 1...2 { try expectEqual(board.run("run", "--quiet", "words").status, 0) }
    for run in ["1", "2", "-1", "-2"] {
      try expectEqual(board.run("output", "words", "--run", run).output, "one\ntwo\nthree\n", "\(run)")
    }
    try expectEqual(board.run("output", "words", "--run", "all").output.split(separator: "\n").count, 6)
    let unknown = try board.run("output", "words", "--run", "3")
    #expect(unknown.status == 3)
    #expect(unknown.messages == "signalbox: words: run 3 is not known (the last one is 2)\n")
    try expectEqual(board.run("output", "words", "--run", "-3").status, 3)
    try end(board)
  }

  @Test func `lines that are not kept are counted, on standard error and in JSON`() throws {
    let board = try board()
    try expectEqual(board.run("run", "--quiet", "many").status, 0)
    let plain = try board.run("output", "many")
    let lines = plain.output.split(separator: "\n")
    #expect(lines.last == "5000")
    let missing = try #require(plain.messages.firstMatch(of: #/(\d+) older lines are not kept/#)?.1)
    #expect(Int(missing) ?? 0 > 2_900)
    let json = try board.run("output", "many", "--json", "--tail", "1").output.split(separator: "\n")
    #expect(json.count == 2)
    #expect(json.first?.contains(#""event":"kept","action":"many","run":1,"from":"#) == true, "\(json)")
    #expect(json.last?.contains(#""text":"5000","kind":"output"}"#) == true, "\(json)")
    try end(board)
  }

  @Test func `what a program has overwritten and bytes that are no text are as a person sees them`() throws {
    let board = try board()
    for action in ["bar", "bytes", "silent"] {
      try expectEqual(board.run("run", "--quiet", action).status, 0)
    }
    try expectEqual(board.run("output", "bar").output, "100%\n")
    try expectEqual(board.run("output", "bytes").output, "a\u{FFFD}b\n")
    let silent = try board.run("output", "silent")
    #expect(silent.status == 0 && silent.output == "" && silent.messages == "")
    try end(board)
  }

  @Test func `a terminal gets the colours of the program, unless they are not wanted`() throws {
    let board = try board()
    try expectEqual(board.run("run", "--quiet", "red").status, 0)
    try expectEqual(board.run("output", "red").output, "red\n")
    for (arguments, environment, hasColor) in [
      ([], [:], true), (["--no-color"], [:], false), ([], ["NO_COLOR": "1"], false),
    ] as [([String], [String: String], Bool)] {
      let terminal = try board.sandbox.start(["output", "red"] + arguments, environment: environment)
      try expectEqual(terminal.waitForEnd(), .exited(0))
      let output = String(decoding: terminal.output, as: UTF8.self)
      let expected = hasColor ? "\u{1B}[0;31mred\u{1B}[0m\r\n" : "red\r\n"
      #expect(output == expected, "\(arguments) \(environment)")
    }
    try end(board)
  }

  @Test func `the outputs of all actions are one stream in the order of time`() throws {
    let board = try board()
    try expectEqual(board.run("run", "--quiet", "red").status, 0)
    // The time of a line is a whole second, and the board names `words` first.
    let second = Int(Date().timeIntervalSince1970)
    #expect(eventually { Int(Date().timeIntervalSince1970) > second })
    try expectEqual(board.run("run", "--quiet", "words").status, 0)
    let lines = try board.run("output", "--all").output.split(separator: "\n")
    #expect(Set(lines.prefix(2)) == ["gate   | begun", "red    | red"], "\(lines)")
    #expect(lines.dropFirst(2) == ["words  | one", "words  | two", "words  | three"], "\(lines)")
    try end(board)
  }

  @Test func `of 10 MB of text the end is printed byte by byte`() throws {
    let board = try board()
    var text = ""
    var number = 0
    while text.utf8.count < 10_000_000 {
      number += 1
      text += "\(number) \(String(repeating: "ä\u{1F6A6}x ", count: number % 40))\n"
    }
    try board.sandbox.write(text, to: "text")
    try expectEqual(board.run("run", "--quiet", "large").status, 0)
    let output = try board.run("output", "large")
    let count = try #require(output.messages.firstMatch(of: #/(\d+) older lines/#).flatMap { Int($0.1) })
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(count < number)
    // The remark that the run has started is one of the lines that are not kept.
    let expected = lines[(count - 1)...].joined(separator: "\n")
    #expect(output.output == expected, "from line \(count) of \(number)")
    try end(board)
  }

  @Test func `what a failed run has printed survives its box, unless the board says never`() throws {
    let board = try SharedBoard(Self.actions)
    for action in ["bad", "secret", "words"] { _ = try board.run("run", "--quiet", action) }
    try expectEqual(board.run("stop").status, 0)
    let bad = try board.run("output", "bad")
    #expect(bad.status == 0 && bad.output == "begun\na\u{FFFD}b\n" && bad.messages == "", "\(bad)")
    #expect(try board.run("output", "bad", "--tail", "1", "--remarks").output.contains("failed after"))
    try expectEqual(board.run("output", "bad", "--grep", "nothing").status, 1)
    try expectEqual(board.run("output", "bad", "--run", "1").output, bad.output)
    try expectEqual(board.run("output", "bad", "--run", "2").status, 3)
    for action in ["secret", "words"] { try expectEqual(board.run("output", action).status, 3) }
    try expectEqual(board.run("output", "--all").output, "bad | begun\nbad | a\u{FFFD}b\n")
    // In the next box, until the action has other work.
    try expectEqual(board.run("run", "--quiet", "words").status, 0)
    try expectEqual(board.run("output", "bad").output, bad.output)
    #expect(
      try board.run("history", "bad", "--json").output.contains(
        #""exit":3,"message":"a\#u{FFFD}b · exit code 3","attempts":1,"kept":true"#))
    let text = try board.sandbox.text(of: "signalbox.yml")
    try board.sandbox.write(
      text.replacing("echo begun; printf", with: "echo other; printf"), to: "signalbox.yml")
    #expect(try eventually { try board.run("output", "bad").status == 3 })
  }

  @Test func `the kept output of an earlier run is not that of a later one`() throws {
    let board = try SharedBoard(Self.actions)
    try expectEqual(board.run("run", "--quiet", "flaky").status, 1)
    try board.sandbox.write("", to: "good")
    try expectEqual(board.run("run", "--quiet", "flaky").status, 0)
    try expectEqual(board.run("stop").status, 0)
    let newest = try board.run("output", "flaky")
    #expect(newest.status == 3 && newest.output.isEmpty, "\(newest)")
    try expectEqual(board.run("output", "flaky", "--run", "1").output, "told\n")
  }

  @Test func `following ends with the run, and prints every line once`() throws {
    let board = try board()
    let follow = try board.start("output", "gate", "--follow")
    #expect(follow.line() == "begun")
    try end(board)
    let rest = try follow.end()
    #expect(rest.output == "over\n")
    #expect(rest.status == 0, "\(rest.messages)")
  }

  @Test func `following prints all that comes, whatever was chosen of what there was`() throws {
    let board = try board()
    try expectEqual(board.run("run", "--detach", "--quiet", "slow").status, 0)
    let last = try board.start("output", "slow", "--follow", "--tail", "1")
    #expect(last.line() == "10%")
    let matching = try board.start("output", "gate", "--follow", "--json", "--grep", "^over")
    #expect(matching.line().contains(#""event":"kept""#))
    try end(board)
    // A line that the program has changed comes again.
    let rest = try last.end()
    #expect(rest.output == "100%\nand more\n" && rest.status == 0, "\(rest)")
    let match = try matching.end()
    #expect(match.output.contains(#""text":"over","kind":"output"}"#) && match.status == 0, "\(match)")
  }

  @Test func `following all is one stream with names, and ends when nothing runs`() throws {
    let board = try board()
    let follow = try board.start("logs", "--all", "--follow")
    #expect(follow.line() == "gate   | begun")
    try expectEqual(board.run("run", "--quiet", "words").status, 0)
    for word in ["one", "two", "three"] { #expect(follow.line() == "words  | \(word)") }
    try end(board)
    let rest = try follow.end()
    #expect(rest.output == "gate   | over\n")
    #expect(rest.status == 0, "\(rest.messages)")
  }

  @Test func `the next run is waited for`() throws {
    let board = try board()
    try expectEqual(board.run("run", "--quiet", "words").status, 0)
    let follow = try board.start("output", "words", "--run", "next", "--follow", "--json")
    while !follow.hasUnreadOutput { try expectEqual(board.run("run", "--quiet", "words").status, 0) }
    let rest = try follow.end()
    #expect(rest.status == 0)
    #expect(rest.output.split(separator: "\n").count == 3, "\(rest.output)")
    try end(board)
  }

  @Test(arguments: [SIGKILL, SIGTERM])
  func `a box that ends while it is followed is code 75`(signal: Int32) throws {
    let board = try board()
    let follow = try board.start("output", "--all", "--follow")
    #expect(follow.line() == "gate   | begun")
    kill(try board.box(), signal)
    let end = try follow.end()
    // A box that is asked to end ends its runs first, which can be the end of what is followed.
    #expect(end.status == 75 || signal == SIGTERM && end.status == 0, "\(end)")
    #expect(end.messages == "signalbox: the box has ended\n" || end.status == 0)
  }

  @Test func `without a box nothing is kept, and none is started`() throws {
    let board = try SharedBoard(Self.actions)
    let never = try board.run("output", "never")
    #expect(never.status == 3 && never.messages == "signalbox: never has never run\n")
    try expectEqual(board.run("run", "--quiet", "words").status, 0)
    try expectEqual(board.run("stop").status, 0)
    let lost = try board.run("output", "words")
    #expect(lost.status == 3)
    #expect(lost.messages == "signalbox: words: the lines of run 1 are not kept: its box has ended\n")
    #expect(try board.run("history", "words", "--json").output.contains(#""kept":false"#))
    try expectEqual(board.run("output", "--all").status, 3)
    try expectEqual(board.run("output", "nothing").status, 2)
    try expectEqual(board.run("ps").output.contains(board.sandbox.directory), false)
  }

  @Test func `bad input is refused in words`() throws {
    let board = try board()
    for arguments in [
      ["never", "--run", "0"], ["never", "--tail", "-1"], ["never", "--since", "5"],
      ["gate", "--follow", "--run", "3"], ["never", "--grep", "("], ["--all", "never"], [],
      ["nothing"], ["gate", "--run", "next"], ["--all", "--run", "1"],
    ] {
      let refused = try HeadlessProgram(["output"] + arguments, way: .served, on: board.sandbox).end()
      #expect(refused.status == 2, "\(arguments)")
      #expect(!refused.messages.isEmpty && refused.output.isEmpty, "\(arguments)")
    }
    try expectEqual(board.run("output", "never").status, 3)
    try end(board)
  }

  @Test func `a board with mistakes does not hide what its box keeps`() throws {
    let board = try board()
    try board.sandbox.write("actions: [", to: "signalbox.yml")
    try expectEqual(board.run("output", "gate").output, "begun\n")
    try end(board)
    try expectEqual(board.run("stop").status, 0)
    try expectEqual(board.run("output", "gate").status, 78)
  }

  @Test func `a reader that goes away ends it by SIGPIPE`() throws {
    let board = try board()
    try expectEqual(board.run("run", "--quiet", "many").status, 0)
    let output = try board.start("output", "many")
    try output.closeOutput()
    let end = try output.end(readsOutput: false)
    #expect(end.isSignalled && end.status == SIGPIPE, "\(end)")
    try self.end(board)
  }
}
