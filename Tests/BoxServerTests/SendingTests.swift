import Board
import Boundary
import Jobs
import LoopbackBox
import Programs
import Testing
import Wire

@testable import BoxServer

/// What front ends receive, and how much of it.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct SendingTests {
  private static let actions = """
      build: { simulate: { duration: 10s, steps: 1000 } }
      test: { simulate: { duration: 1s } }
    """

  // MARK: Situations

  @Test func `the first state has everything, and the next ones what has changed`() throws {
    let box = try VirtualBox(Self.actions)
    box.interlocking.start("test")
    let frontEnd = box.attach(.panel)
    #expect(frontEnd.stateCount == 0)
    frontEnd.follow()
    #expect(frontEnd.stateCount == 1)
    #expect(frontEnd.situation == box.host.board.situation)
    box.advance(by: .seconds(1))
    #expect(frontEnd.situation == box.host.board.situation)
    #expect(frontEnd.situation["test"]?.runs.last.result == .succeeded)
  }

  @Test func `the state of an empty board is sent, too`() throws {
    let box = try VirtualBox(Self.actions)
    let frontEnd = box.attach(.other)
    frontEnd.follow()
    frontEnd.follow()
    #expect(frontEnd.stateCount == 2)
  }

  @Test func `a screen receives at most twenty states a second`() throws {
    let box = try VirtualBox(Self.actions)
    let (panel, other) = (box.attach(.panel), box.attach(.watch))
    panel.follow(everyChange: false)
    other.start("build")
    let before = panel.stateCount
    box.advance(by: .seconds(5))
    #expect((95...101).contains(panel.stateCount - before))
    box.advance(by: .seconds(10))
    #expect(panel.situation == box.host.board.situation)
  }

  @Test func `a front end that needs every change receives every change`() throws {
    let box = try VirtualBox(Self.actions)
    let watch = box.attach(.watch)
    watch.follow(everyChange: true)
    watch.start("build")
    box.advance(by: .seconds(5))
    #expect(watch.stateCount >= 500)
  }

  @Test func `the answer to a request is not delayed`() throws {
    let box = try VirtualBox(Self.actions)
    let panel = box.attach(.panel)
    panel.follow(everyChange: false)
    for _ in 0..<3 {
      panel.start("test")
      #expect(panel.situation["test"]?.isRunning == true)
      panel.cancel(action: "test")
      #expect(panel.situation["test"]?.isRunning == false)
    }
  }

  // MARK: Front ends that do not read

  @Test func `nothing is queued for a front end that never reads`() throws {
    let box = try VirtualBox(
      Self.actions
        + "\n  bell: { simulate: { duration: 50ms }, every: 100ms, notify: { when: succeeded, bell: true, desktop: false } }"
    )
    let panel = box.attach(.panel)
    panel.follow()
    panel.followLines()
    var look = Request.Look()
    (look.output, look.history) = ("build", "build")
    panel.send(.look(look))
    panel.send(.repeats)
    panel.line.isPaused = true
    let long = String(repeating: "x", count: 1_000)
    func work() {
      panel.start("build")
      box.advance(by: .seconds(10))
      box.print((0..<200).map { _ in OutputLine(long) }, by: "build")
      box.advance()
    }
    for _ in 0..<3 { work() }
    #expect(panel.line.isCongested)
    let count = panel.line.unread.count
    let bytes = panel.line.unread.reduce(0) { $0 + $1.count }
    // The last message that is sent can be a large one.
    #expect(bytes < LoopbackLine.congestionLimit + 500_000)
    for index in 0..<20 {
      box.print([OutputLine("more \(index)")], by: "build")
      box.advance(by: .seconds(1))
    }
    #expect(panel.line.unread.count == count)
    let stateCount = panel.stateCount
    panel.line.isPaused = false
    box.advance()
    #expect(panel.stateCount > stateCount)
    #expect(panel.situation == box.host.board.situation)
    #expect(!panel.line.isCongested)
  }

  // MARK: Lines

  @Test func `only lines that are followed are sent, remarks and output`() throws {
    let box = try VirtualBox(Self.actions)
    let (all, one, none) = (box.attach(.watch), box.attach(.run), box.attach(.panel))
    all.followLines()
    one.followLines(of: ["test"])
    box.print([OutputLine("from build")], by: "build")
    box.print([OutputLine("from test"), .note("a remark")], by: "test")
    box.advance()
    #expect(all.lines.map(\.text) == ["from build", "from test", "a remark"])
    #expect(one.lines.map(\.text) == ["from test", "a remark"])
    #expect(none.lines.isEmpty)
  }

  @Test func `remarks can be followed without output`() throws {
    let box = try VirtualBox(Self.actions)
    let frontEnd = box.attach(.watch)
    frontEnd.followLines(onlyRemarks: true)
    box.print([OutputLine("output"), .note("a remark")], by: "test")
    box.advance()
    #expect(frontEnd.lines.map(\.text) == ["a remark"])
  }

  @Test func `the start of a run comes before its lines, and its lines before its end`() throws {
    let box = try VirtualBox(Self.actions)
    let frontEnd = box.attach(.run)
    frontEnd.follow(everyChange: false)
    frontEnd.followLines()
    var isRunningAtFirstLine: Bool?
    let receive = frontEnd.line.onMessage
    frontEnd.line.onMessage = { message in
      receive(message)
      if isRunningAtFirstLine == nil, !frontEnd.lines.isEmpty {
        isRunningAtFirstLine = frontEnd.situation["test"]?.isRunning
      }
    }
    frontEnd.start("test")
    box.print([OutputLine("printed")], by: "test")
    box.advance(by: .seconds(1))
    #expect(isRunningAtFirstLine == true)
    let end = frontEnd.events.firstIndex { if case .ended = $0 { true } else { false } }
    let last = frontEnd.events.lastIndex { if case .lines = $0 { true } else { false } }
    #expect(try #require(last) < #require(end))
    #expect(frontEnd.lines.contains { $0.text == "printed" })
  }

  @Test func `lines are sent before a situation that was read after they were printed`() throws {
    let box = try VirtualBox(Self.actions)
    let frontEnd = box.attach(.watch)
    frontEnd.followLines()
    // Their turn of the main actor has not come.
    box.print([OutputLine("printed")], by: "test")
    #expect(frontEnd.line.unread.isEmpty)
    _ = box.host.situationAfterLines()
    let sent = frontEnd.line.unread.map { String(decoding: $0, as: UTF8.self) }
    #expect(sent.contains { $0.contains("printed") }, "\(sent)")
  }

  @Test func `an answer to a request sends what was printed before it`() throws {
    let box = try VirtualBox(Self.actions)
    var sent: [String] = []
    let session = box.host.attach(
      SessionLine(
        send: { sent.append(String(decoding: $0, as: UTF8.self)) }, isCongested: { false }, finish: {}))
    var hello = Request.Hello()
    hello.kind = .watch
    for request in [Request.hello(hello), .follow(Request.Follow()), .lines(Request.Lines())] {
      session.receive(request.line)
    }
    box.interlocking.start("test")
    box.print([OutputLine("printed")], by: "test")
    sent = []
    session.receive(Request.dismiss(Request.Dismiss()).line)
    let lines = try #require(sent.firstIndex { $0.contains("printed") }, "\(sent)")
    let state = try #require(sent.firstIndex { $0.contains("\"event\":\"state\"") }, "\(sent)")
    #expect(lines < state)
  }

  @Test func `lines that a slow reader has missed are counted`() throws {
    let box = try VirtualBox(Self.actions)
    let frontEnd = box.attach(.watch)
    frontEnd.followLines(of: ["build"])
    frontEnd.line.isPaused = true
    let long = String(repeating: "x", count: 1_000)
    for _ in 0..<200 {
      box.print([OutputLine(long)], by: "build")
      box.advance()
    }
    #expect(frontEnd.line.unread.count < 100)
    frontEnd.line.isPaused = false
    box.advance()
    let count = frontEnd.lines.count
    box.print([OutputLine("after")], by: "build")
    box.advance()
    #expect(frontEnd.lines.last?.text == "after")
    #expect(frontEnd.lines.last?.skippedBefore == UInt32(200 - count))
  }

  @Test func `all lines of its own run are sent to a slow reader`() throws {
    let box = try VirtualBox(Self.actions)
    let frontEnd = box.attach(.run)
    frontEnd.followLines()
    frontEnd.start("build", bytes: .lines)
    frontEnd.line.isPaused = true
    let long = String(repeating: "x", count: 1_000)
    for index in 0..<200 {
      box.print([OutputLine("\(index) " + long)], by: "build")
      box.advance()
    }
    frontEnd.line.isPaused = false
    box.advance()
    #expect(frontEnd.lines.filter { $0.text.hasSuffix(long) }.count == 200)
    #expect(frontEnd.lines.allSatisfy { $0.skippedBefore == 0 })
  }
}
