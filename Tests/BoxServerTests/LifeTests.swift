import Board
import Boundary
import BoxServer
import Jobs
import LoopbackBox
import Processes
import SignalboxCore
import TerminalUI
import TestSupport
import Testing
import Wire

/// What ends with a front end, and what runs because of one.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct LifeTests {
  private static let actions = """
      build: { simulate: { duration: 2s } }
      many: { simulate: { duration: 2s }, while-running: concurrent }
      probe: { simulate: { duration: 1s }, every: 5s }
    """
  private static let withBoard = "  server: { simulate: { duration: 1h }, start: with-board }\n"

  // MARK: Starts with the board

  @Test func `only a front end that asks for it starts what starts with the board`() throws {
    let box = try VirtualBox(Self.withBoard)
    for kind in [FrontEndKind.run, .other, .panel] { _ = box.attach(kind) }
    box.attach(.panel, isReadOnly: true).send(.repeats)
    #expect(!box.isRunning("server"))
    box.attach(.watch).send(.repeats)
    #expect(box.isRunning("server"))
  }

  @Test func `it starts once for all front ends and again when one comes after the last has gone`() throws {
    let box = try VirtualBox(Self.withBoard)
    let panels = [box.attach(.panel), box.attach(.panel)]
    panels[0].send(.repeats)
    panels[0].cancel(action: "server")
    panels[1].send(.repeats)
    box.advance(by: .seconds(1))
    #expect(!box.isRunning("server"))
    for panel in panels { panel.close() }
    #expect(box.runCount("server") == 1)
    box.attach(.panel).send(.repeats)
    #expect(box.runCount("server") == 2)
  }

  @Test func `it goes on when the last front end has gone unless the board says stop`() throws {
    for (settings, goesOn) in [("", true), ("on-detach: stop\n", false)] {
      let box = try VirtualBox(Self.withBoard, settings: settings)
      let panel = box.attach(.panel)
      panel.send(.repeats)
      panel.close()
      #expect(box.isRunning("server") == goesOn)
    }
  }

  @Test func `with stop, what a guard needs ends after what needs it`() throws {
    let box = try VirtualBox(
      """
        db: { simulate: { duration: 1h }, start: with-board }
        web: { simulate: { duration: 1h }, enabled-if: db.running }
        other: { simulate: { duration: 1h } }
      """, settings: "on-detach: stop\n")
    let panel = box.attach(.panel)
    panel.send(.repeats)
    panel.start("web")
    panel.start("other", id: 2)
    #expect(["db", "web", "other"].filter { box.isRunning($0) }.count == 3)
    // Whether the one that needs it is running, at each change of the database after it is asked to end.
    let seen = Recorded<Bool>()
    let (db, web) = (try #require(box.interlocking["db"]), try #require(box.interlocking["web"]))
    db.snapshot.observe(owner: box) { db in
      if db.isCancelling || !db.isRunning { seen.append(web.moment.isRunning) }
    }
    panel.close()
    #expect(["db", "web", "other"].filter { box.isRunning($0) }.isEmpty)
    #expect(seen.values.first == false)
  }

  // MARK: The end of a connection

  @Test func `the end of a run's connection cancels its own runs only`() throws {
    let box = try VirtualBox(Self.actions)
    let (one, other) = (box.attach(.run), box.attach(.run))
    one.start("many")
    one.start("build", id: 2)
    other.start("many")
    one.close()
    #expect(!box.isRunning("build"))
    #expect(box.isRunning("many"))
    box.advance(by: .seconds(2))
    #expect(other.outcomes == [1: .succeeded])
  }

  @Test func `the end of a run's connection leaves its detached start`() throws {
    let box = try VirtualBox(Self.actions)
    let run = box.attach(.run)
    run.start("build", detached: true)
    run.close()
    #expect(box.isRunning("build"))
    #expect(!box.host.isIdle)
    box.advance(by: .seconds(2))
    #expect(box.host.isIdle)
  }

  @Test(arguments: [FrontEndKind.panel, .watch, .other])
  func `what other front ends have started goes on without them`(kind: FrontEndKind) throws {
    let box = try VirtualBox(Self.actions)
    let frontEnd = box.attach(kind)
    frontEnd.start("build")
    frontEnd.close()
    box.advance(by: .seconds(1))
    #expect(box.isRunning("build"))
  }

  @Test func `a start that was refused cancels nothing in the end`() throws {
    let box = try VirtualBox(Self.actions)
    let (panel, run) = (box.attach(.panel), box.attach(.run))
    panel.start("build")
    run.start("build")
    run.close()
    #expect(box.isRunning("build"))
  }

  @Test func `the last panel stops what panels have started if the board says so`() throws {
    let box = try VirtualBox(Self.actions, settings: "on-detach: stop\n")
    let (one, other, run) = (box.attach(.panel), box.attach(.panel), box.attach(.run))
    one.start("build")
    run.start("many")
    one.close()
    #expect(box.isRunning("build"))
    other.close()
    #expect(!box.isRunning("build"))
    #expect(box.isRunning("many"))
  }

  @Test func `a panel that is closed while another starts something stops nothing of it`() throws {
    let box = try VirtualBox(Self.actions, settings: "on-detach: stop\n")
    let (panel, run) = (box.attach(.panel), box.attach(.run))
    panel.start("build")
    box.advance(by: .seconds(2))
    run.start("build")
    panel.close()
    #expect(box.isRunning("build"))
  }

  // MARK: Leaving

  @Test func `a run that leaves cancels its runs and waits for their end`() throws {
    let box = try VirtualBox(Self.actions)
    let run = box.attach(.run)
    run.start("build")
    run.send(.leave(.init()))
    #expect(run.outcomes == [1: .cancelled])
    #expect(run.events.last == .left)
    #expect(run.events.count { $0 == .left } == 1)
  }

  @Test func `a run without work leaves at once`() throws {
    let box = try VirtualBox(Self.actions)
    let run = box.attach(.run)
    run.start("build", detached: true)
    run.send(.leave(.init()))
    #expect(run.hasLeft)
    box.advance(by: .seconds(2))
    #expect(run.events.count { $0 == .left } == 1)
    #expect(run.outcomes == [1: .succeeded])
  }

  @Test func `a panel leaves without cancelling anything`() throws {
    let box = try VirtualBox(Self.actions)
    let panel = box.attach(.panel)
    panel.start("build")
    panel.send(.leave(.init()))
    #expect(panel.hasLeft)
    #expect(box.isRunning("build"))
  }

  // MARK: Repeats

  @Test func `actions repeat only while a front end needs that`() throws {
    let box = try VirtualBox(Self.actions)
    let (panel, watch) = (box.attach(.panel), box.attach(.watch))
    box.advance(by: .seconds(10))
    #expect(box.runCount("probe") == 0)
    panel.send(.repeats)
    watch.send(.repeats)
    box.advance(by: .seconds(6))
    #expect(box.runCount("probe") == 2)
    panel.close()
    box.advance(by: .seconds(5))
    #expect(box.runCount("probe") == 3)
    watch.send(.leave(.init()))
    box.advance(by: .seconds(60))
    #expect(box.runCount("probe") == 3)
    box.attach(.run).send(.repeats)
    box.advance(by: .seconds(1))
    #expect(box.runCount("probe") == 4)
  }

  @Test func `a repeat inherits the context of the panel that was attached last`() throws {
    let box = try VirtualBox(Self.actions)
    let contexts = try ["one", "two"].map { name in
      try ProcessContext(
        environment: [Array("NAME=\(name)".utf8)], umask: 0o22, nice: 0, limits: []
      ).wire
    }
    let panels = contexts.map { box.attach(.panel, context: $0) }
    for panel in panels { panel.send(.repeats) }
    #expect(box.interlocking.originOfRepeats.context?.wire == contexts[1])
    panels[1].close()
    #expect(box.interlocking.originOfRepeats.context?.wire == contexts[0])
  }

  // MARK: Size

  @Test func `terminals have the size of the front end that acted last and is attached`() throws {
    let box = try VirtualBox(Self.actions)
    let window = box.interlocking.environment.window
    func look(_ columns: Int) -> Request {
      var look = Request.Look()
      (look.columns, look.rows) = (columns, 20)
      return .look(look)
    }
    let panels = [box.attach(.panel), box.attach(.panel)]
    #expect(window.size == OutputWindow.usual)
    panels[0].send(look(100))
    panels[1].send(look(120))
    #expect(window.size == Size(width: 120, height: 20))
    panels[0].start("many")
    #expect(window.size == Size(width: 100, height: 20))
    // A run whose output is no terminal has no size.
    box.attach(.run).start("many")
    #expect(window.size == Size(width: 100, height: 20))
    panels[0].close()
    #expect(window.size == Size(width: 120, height: 20))
    panels[1].send(look(0))
    #expect(window.size == OutputWindow.usual)
    panels[1].send(look(130))
    panels[1].close()
    #expect(window.size == OutputWindow.usual)
  }

  // MARK: History and notices

  @Test func `the history says who started a run`() throws {
    let box = try VirtualBox(Self.actions)
    let panel = box.attach(.panel, name: "panel on pts/3")
    let run = box.attach(.run, name: "run")
    panel.start("many")
    run.start("many")
    panel.start("many", id: 2)
    #expect(
      box.interlocking["many"]?.moment.record.history.entries.map(\.starter)
        == ["panel on pts/3", "run", "panel on pts/3"])
  }

  @Test func `notices are sent to panels only`() throws {
    let box = try VirtualBox(
      "  build: { simulate: { duration: 1s }, notify: { when: succeeded, bell: true, desktop: false } }")
    let frontEnds = [FrontEndKind.panel, .panel, .run, .watch, .other].map { box.attach($0) }
    let reader = box.attach(.panel, isReadOnly: true)
    frontEnds[2].start("build")
    box.advance(by: .seconds(1))
    #expect(frontEnds.map(\.notices.count) == [1, 1, 0, 0, 0])
    #expect(reader.notices.count == 1)
    let notice = try #require(frontEnds[0].notices.first)
    #expect(
      (notice.action, notice.change, notice.bell, notice.desktop) == ("build", "succeeded", true, false))
  }
}
