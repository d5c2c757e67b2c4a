import Board
import Boundary
import BoxServer
import Jobs
import SignalboxTesting
import Testing
import Wire

/// Agents as front ends of a box: what they may start, and what a person is asked at the panels.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct PetitionTests {
  private static let actions = """
      build: { simulate: { duration: 2s } }
      deploy: { simulate: { duration: 1s }, confirm: Deploy?, enabled-if: "!build.running" }
      asked: { simulate: { duration: 1s }, agents: ask }
      panel: { simulate: { duration: 1s }, agents: { policy: ask, ask: panel } }
      shown: { simulate: { duration: 1s }, agents: look }
      hidden: { simulate: { duration: 1s }, agents: none }
      after: { simulate: { duration: 1s }, enabled-if: deploy.succeeded }
      later: { simulate: { duration: 1s }, enabled-if: shown.succeeded }
      free: { simulate: { duration: 1s }, enabled-if: build.succeeded }
    """

  private let box: VirtualBox
  private let agent: RawFrontEnd

  init() throws {
    box = try VirtualBox(Self.actions)
    agent = box.attach(.agent, name: "claude (agent)")
  }

  private func ask(_ action: String, id: UInt64 = 1) {
    var start = Request.Start()
    (start.id, start.action, start.isPetition) = (id, action, true)
    agent.send(.start(start))
  }

  private func panel(isReadOnly: Bool = false) -> RawFrontEnd {
    let panel = box.attach(.panel, name: "panel on pts/3", isReadOnly: isReadOnly)
    panel.follow()
    return panel
  }

  private func decide(_ yes: Bool, at panel: RawFrontEnd, petition: UInt64 = 1) {
    var decide = Request.Decide()
    (decide.petition, decide.yes) = (petition, yes)
    panel.send(.decide(decide))
  }

  @Test func `policies hold for agents, and not for people`() {
    for (number, action) in ["build", "shown", "hidden", "asked", "deploy", "panel"].enumerated() {
      agent.start(action, id: UInt64(number))
    }
    #expect(
      agent.answers == [
        0: nil, 1: "the board lets agents look at it only", 2: "there is no such action",
        3: "it asks a person first", 4: "it asks a person first",
        5: "it needs the yes of a person at a panel",
      ])
    let person = panel()
    person.start("hidden")
    #expect(person.answers == [1: nil])
  }

  @Test func `a yes that the agent's program has asked for must be to the present question`() {
    agent.start("asked", id: 1, confirmed: "May somebody press asked?")
    agent.start("asked", id: 2, confirmed: "May claude (agent) press asked?")
    agent.start("panel", id: 3, confirmed: "May claude (agent) press panel?")
    #expect(
      agent.answers == [1: "it asks a person first", 2: nil, 3: "it needs the yes of a person at a panel"])
  }

  /// An agent that has typed `run` in a shell.
  private func shell() -> RawFrontEnd {
    let shell = box.connect()
    var hello = Request.Hello()
    (hello.kind, hello.name, hello.isAgent) = (.run, "run (agent)", true)
    shell.send(.hello(hello))
    return shell
  }

  @Test func `an agent's shell cannot confirm`() {
    let shell = shell()
    shell.start("deploy", confirmed: "Deploy?")
    #expect(shell.answers == [1: "an agent cannot confirm it; a person can, in the panel"])
  }

  @Test(arguments: [
    ("after", "it starts deploy first: an agent cannot confirm it; a person can, in the panel"),
    ("later", "it starts shown first: the board lets agents look at it only"),
    ("free", nil),
  ])
  func `an agent's shell performs no plan with a step that agents may not press`(id: String, refusal: String?)
    throws
  {
    var plan: PlanStatus?
    box.interlocking.plan(for: id) { plan = $0 }
    box.advance()
    let count = box.interlocking.planDerivations
    var start = Request.Start()
    (start.id, start.action, start.plan) = (1, id, try #require(plan).digest)
    start.confirmedAhead = ["Deploy?"]
    let shell = shell()
    shell.send(.start(start))
    #expect(shell.answers == [1: refusal])
    #expect(box.interlocking.planDerivations == count + 1)
    box.advance()
    #expect(!box.isRunning("deploy") && !box.isRunning("shown"))
    #expect(box.isRunning("build") == (refusal == nil))
  }

  @Test func `an agent's shell restarts what agents have started, and nothing else`() {
    let shell = shell()
    var start = Request.Start()
    (start.id, start.action, start.restart) = (1, "build", true)
    panel().start("build")
    shell.send(.start(start))
    #expect(shell.answers == [1: "run 1 was started by panel on pts/3: ask the person"])
    box.advance(by: .seconds(2))
    shell.start("build", id: 2)
    (start.id, start.action) = (3, "build")
    shell.send(.start(start))
    #expect(shell.answers == [1: "run 1 was started by panel on pts/3: ask the person", 2: nil, 3: nil])
  }

  @Test func `who is an agent is no matter of names`() {
    var restart = Request.Start()
    (restart.id, restart.action, restart.restart) = (1, "build", true)
    box.attach(.panel, name: "panel (agent)").start("build")
    let shell = shell()
    shell.send(.start(restart))
    #expect(shell.answers == [1: "run 1 was started by panel (agent): ask the person"])
    box.advance(by: .seconds(2))
    box.attach(.agent, name: "claude").start("build")
    restart.id = 2
    shell.send(.start(restart))
    #expect(shell.answers == [1: "run 1 was started by panel (agent): ask the person", 2: nil])
  }

  @Test(arguments: [true, false])
  func `agents may end what the plan of an agent has started, and not that of a person`(isAgent: Bool) throws
  {
    var plan: PlanStatus?
    box.interlocking.plan(for: "free") { plan = $0 }
    box.advance()
    var start = Request.Start()
    (start.id, start.action, start.plan) = (1, "free", try #require(plan).digest)
    let starter = isAgent ? agent : panel()
    starter.send(.start(start))
    box.advance()
    for id in ["build", "free"] {
      let status = try #require(box.host.board.situation[id])
      #expect(status.isRunning)
      #expect((status.runThatAgentsLeave == nil) == isAgent, "\(status.present)")
      box.advance(by: .seconds(2))
    }
  }

  @Test func `a person at a panel says yes`() {
    let person = panel()
    ask("deploy")
    #expect(person.situation.petitions.map(\.question) == ["Deploy?"])
    #expect(person.situation.petitions.map(\.agent) == ["claude (agent)"])
    #expect(agent.answers.isEmpty)
    decide(true, at: person)
    #expect(agent.answers == [1: nil])
    #expect(box.isRunning("deploy"))
    #expect(person.situation.petitions.isEmpty)
    box.advance(by: .seconds(1))
    #expect(agent.outcomes == [1: .succeeded])
  }

  @Test func `a person says no, and a second answer comes too late`() {
    let (one, other) = (panel(), panel())
    ask("deploy")
    decide(false, at: one)
    decide(true, at: other)
    #expect(agent.answers == [1: "panel on pts/3 said no. Do not ask again"])
    #expect(!box.isRunning("deploy"))
  }

  @Test func `two who say yes start it once`() {
    let (one, other) = (panel(), panel())
    ask("deploy")
    decide(true, at: one)
    decide(true, at: other)
    #expect(box.runCount("deploy") == 1)
  }

  @Test func `nobody is asked where nobody can answer`() {
    _ = panel(isReadOnly: true)
    ask("deploy")
    #expect(agent.answers[1]??.contains("no panel is open") == true)
  }

  @Test func `agents and panels that only look cannot answer`() {
    let person = panel()
    ask("deploy")
    decide(true, at: panel(isReadOnly: true))
    decide(true, at: agent)
    #expect(!box.isRunning("deploy"))
    decide(true, at: person)
    #expect(box.isRunning("deploy"))
  }

  @Test func `nobody is asked about what is locked, and a lock withdraws the question`() {
    let person = panel()
    ask("deploy")
    person.start("build")
    #expect(agent.answers[1]??.hasPrefix("the question was withdrawn: needs not build.running") == true)
    #expect(person.situation.petitions.isEmpty)
    ask("deploy", id: 2)
    #expect(agent.answers[2] == "needs not build.running")
    decide(true, at: person, petition: 1)
    #expect(!box.isRunning("deploy"))
  }

  @Test(arguments: [false, true]) func `a box that is stopped withdraws its questions`(isNow: Bool) {
    let person = panel()
    ask("deploy")
    #expect(person.situation.petitions.count == 1)
    var stop = Request.Stop()
    stop.now = isNow
    person.send(.stop(stop))
    #expect(agent.answers == [1: "the question was withdrawn: the box is stopped"])
    #expect(person.situation.petitions.isEmpty)
    decide(true, at: person)
    #expect(!box.isRunning("deploy"))
  }

  @Test func `a question ends with its agent, and after ten minutes`() {
    let person = panel()
    ask("deploy")
    box.advance(by: .seconds(600))
    #expect(agent.answers == [1: "no person has answered for 10 minutes"])
    ask("deploy", id: 2)
    #expect(person.situation.petitions.count == 1)
    agent.close()
    #expect(person.situation.petitions.isEmpty)
  }

  @Test func `one question about each action, and eight in all`() {
    _ = panel()
    ask("deploy")
    ask("deploy", id: 2)
    #expect(agent.answers[2] == "a person is being asked about it already")
  }

  @Test func `what an agent has started goes on when it leaves`() {
    agent.start("build")
    agent.close()
    #expect(box.isRunning("build"))
  }
}
