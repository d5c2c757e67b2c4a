#if os(Linux)
import Foundation
import Glibc
import Rendezvous
import TestSupport
import Testing

/// The box is killed, is stopped or talks nonsense while commands wait for it: each ends with its code and a
/// sentence.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct BoxTroubleTests {
  private static let actions = """
      gate: { run: 'echo begun; while [ ! -e gate ]; do sleep 0.02; done; echo over' }
      lazy: { run: 'echo up; exec sleep 600', service: true, ready: { run: test -e ready, every: 100ms } }
      seven: { run: 'exit 7' }
    """

  /// The commands that wait, and what each has requested when it does.
  private static let commands = [
    "join": ["run", "--join", "gate"],
    "after": ["run", "--after", "--quiet", "gate"],
    "ensure": ["run", "--ensure", "--quiet", "lazy"],
    "guard": ["wait", "gate.succeeded"],
    "limit": ["wait", "seven.failed", "--wait-limit", "10m"],
    "end": ["wait", "--end", "gate"],
    "follow": ["output", "--follow", "gate"],
    "watch": ["watch"],
  ]

  /// A board on which all these commands wait.
  private final class Scene {
    let board: SharedBoard
    let relay: BoxRelay
    let waiting: [String: HeadlessProgram]

    init() throws {
      board = try SharedBoard(actions)
      try expectEqual(board.run("run", "--detach", "--quiet", "gate").status, 0)
      let relay = try BoxRelay(of: board)
      self.relay = relay
      let restart = try board.start("restart", "lazy")
      let start = #""request":"start""#
      #expect(eventually { relay.hasSaid(start, restart.processIdentifier) }, "lazy is not started")
      var waiting = ["restart": restart]
      for (name, command) in commands {
        waiting[name] = try HeadlessProgram(command, way: .served, on: board.sandbox)
      }
      // Each knows what runs, and has asked what it asks besides that.
      let requests = ["guard": "holds", "limit": "holds", "join": "lines-of", "follow": "lines-of"]
      for (name, program) in waiting {
        let process = program.processIdentifier
        let request = "\"request\":\"\(requests[name] ?? "follow")\""
        #expect(eventually { relay.hasSaid(request, process) }, "\(name) has not said \(request)")
        let state = "\"event\":\"state\""
        #expect(eventually { relay.hasHeard(state, process) }, "\(name) has not heard what runs")
      }
      for name in ["join", "follow"] { #expect(waiting[name]?.line() == "begun", "\(name)") }
      self.waiting = waiting
    }

    deinit {
      relay.end()
      board.endBoxes()
    }

    /// Opens the gate, and lets the service be ready.
    func open() throws { for name in ["ready", "gate"] { try board.sandbox.write("", to: name) } }

    /// The end of each command, except those that are named.
    func ends(except others: String...) throws -> [String: HeadlessProgram.Result] {
      try waiting.filter { !others.contains($0.key) }.mapValues { try $0.end() }
    }
  }

  private func expect(
    _ ends: [String: HeadlessProgram.Result], _ names: String..., say sentence: String
  ) {
    for name in names {
      let end = ends[name]
      #expect(end?.status == 75 && end?.isSignalled == false, "\(name): \(end as Any)")
      #expect(end?.messages.contains("box \(sentence)") == true, "\(name): \(end as Any)")
    }
  }

  @Test func `a box that is killed`() throws {
    let scene = try Scene()
    let box = try scene.board.record().process
    // It does not see the gate.
    #expect(kill(box, SIGSTOP) == 0)
    try scene.open()
    #expect(kill(box, SIGKILL) == 0)
    let ends = try scene.ends(except: "limit")
    expect(ends, "join", "guard", "end", "follow", "restart", "watch", say: "has ended")
    // These have begun nothing, and go on with the next box.
    for name in ["after", "ensure"] { #expect(ends[name]?.status == 0, "\(name): \(ends[name] as Any)") }
    #expect(ends["after"]?.output == "begun\nover\n")
    try expectEqual(scene.board.run("wait", "lazy.ready").status, 0)
    try expectEqual(scene.board.run("run", "--quiet", "seven").status, 7)
    try expectEqual(scene.waiting["limit"]?.end().status, 0)
  }

  @Test func `a box that is stopped`() throws {
    let scene = try Scene()
    let box = try scene.board.record().process
    #expect(kill(box, SIGSTOP) == 0)
    defer { kill(box, SIGCONT) }
    let ends = try scene.ends()
    #expect(ends.count == 9)
    for (name, _) in ends { expect(ends, name, say: "does not answer") }
    // Those who come later are told so at once, also those who only look.
    let later = try [
      "output gate", "history gate", "list", "why gate", "cancel gate", "stop", "restart lazy",
    ]
    .map { ($0, try start($0, on: scene.board)) }
    for (command, program) in later {
      let end = try program.end()
      #expect(end.status == 75, "\(command): \(end)")
      #expect(
        end.messages.wholeMatch(of: #/signalbox: the box \(process \d+\) does not answer\n/#) != nil,
        "\(command): \(end)")
    }
  }

  @Test func `a box that is asked to end`() throws {
    let scene = try Scene()
    try scene.board.sandbox.write("", to: "ready")
    let stop = try scene.board.start("stop")
    // Those who wait for the end of a run that is cancelled are told so, or that the box has ended.
    let ends = try scene.ends(except: "limit", "after")
    for name in ["join", "end"] {
      #expect([1, 75].contains(ends[name]?.status), "\(name): \(ends[name] as Any)")
    }
    // The service may have been ready before.
    #expect([0, 1, 75].contains(ends["restart"]?.status), "\(ends["restart"] as Any)")
    // It can be seen that nothing runs any more.
    #expect([3, 75].contains(ends["guard"]?.status), "\(ends["guard"] as Any)")
    #expect([0, 75].contains(ends["follow"]?.status), "\(ends["follow"] as Any)")
    #expect(ends["watch"]?.status == 75, "\(ends["watch"] as Any)")
    #expect(ends["ensure"]?.status == 0, "\(ends["ensure"] as Any)")
    try expectEqual(stop.end().status, 0)
    // Its own run follows in the next box, unless the relay still had its request when the box ended.
    try scene.open()
    let after = try #require(try scene.waiting["after"]?.end())
    let isUnknown = after.status == 75 && after.messages.contains("so it is not known whether it was started")
    #expect(after.status == 0 || isUnknown, "\(after)")
    try expectEqual(scene.board.run("run", "--quiet", "seven").status, 7)
    try expectEqual(scene.waiting["limit"]?.end().status, 0)
  }

  @Test func `a board that is read again`() throws {
    let scene = try Scene()
    let text = try scene.board.sandbox.text(of: "signalbox.yml")
    for actions in [text + "  other: { run: 'true' }\n", "actions: [", text] {
      try scene.board.sandbox.write(actions, to: "signalbox.yml")
    }
    #expect(eventually { (try? scene.board.run("why", "other").status) == 2 })
    try scene.open()
    let ends = try scene.ends(except: "limit", "watch")
    for (name, end) in ends { #expect(end.status == 0, "\(name): \(end.messages)") }
    // What it waits for is not on the board any more.
    let rest = text.split(separator: "\n").filter { !$0.contains("seven") }.joined(separator: "\n")
    try scene.board.sandbox.write(rest + "\n", to: "signalbox.yml")
    let limit = try scene.waiting["limit"]?.end()
    #expect(limit?.status == 3 && limit?.messages.contains("column 1: ") == true, "\(limit as Any)")
  }

  @Test(arguments: ["nonsense\n", #"{"event":"lines-of","id":"one"}"# + "\n", "\u{0}\u{1B}[2J{}\n"])
  func `a box that talks nonsense`(text: String) throws {
    let scene = try Scene()
    scene.relay.say(text)
    try scene.open()
    let ends = try scene.ends()
    expect(
      ends, "join", "guard", "limit", "end", "follow", "restart", "watch",
      say: "has sent what this program does not understand")
    // These have begun nothing, and ask again.
    for name in ["after", "ensure"] { #expect(ends[name]?.status == 0, "\(name): \(ends[name] as Any)") }
  }

  @Test func `a box that talks nonsense from the start`() throws {
    let board = try SharedBoard(Self.actions)
    defer { board.endBoxes() }
    try expectEqual(board.run("run", "--detach", "--quiet", "gate").status, 0)
    let relay = try BoxRelay(of: board, saying: "nonsense\n")
    for command in [
      "run --join gate", "run --after gate", "run --ensure lazy", "wait gate.running", "output --follow gate",
      "restart lazy", "list",
    ] {
      let end = try run(command, on: board)
      #expect(end.status == 75, "\(command): \(end)")
      #expect(
        end.messages.contains("has answered something else than this program expects"), "\(command): \(end)")
    }
    relay.end()
  }

  private func run(_ command: String, on board: SharedBoard) throws -> HeadlessProgram.Result {
    try start(command, on: board).end()
  }

  private func start(_ command: String, on board: SharedBoard) throws -> HeadlessProgram {
    try HeadlessProgram(command.split(separator: " ").map(String.init), way: .served, on: board.sandbox)
  }
}

extension SharedBoard {
  /// Ends its boxes, also those that no front end reaches. What runs in them has no other end.
  fileprivate func endBoxes() {
    let path = sandbox.path(of: "signalbox.yml")
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    for process in entries.compactMap({ Int32($0) }) {
      let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
      let words = line.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
      guard words.dropFirst() == ["box", path] else { continue }
      kill(process, SIGCONT)
      kill(process, SIGTERM)
    }
  }
}
#endif
