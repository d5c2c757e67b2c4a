import Board
import Boundary
import Configuration
import Fuzzing
import Programs
import SignalboxCore
import TerminalUI

/// Random values of all that a box sends.
extension SeededGenerator {
  mutating func maybe<Value>(_ value: (inout Self) -> Value) -> Value? { oneIn(2) ? nil : value(&self) }

  mutating func list<Value>(upTo limit: Int, _ value: (inout Self) -> Value) -> [Value] {
    (0..<magnitude(upTo: limit)).map { _ in value(&self) }
  }

  mutating func words() -> String { text(upTo: 12, controls: true) }

  /// A time in nanoseconds, also a negative one.
  mutating func time() -> Duration {
    .seconds(within(-1_000...100_000)) + .nanoseconds(oneIn(3) ? 0 : below(1_000_000_000))
  }

  mutating func fraction() -> Double {
    oneIn(4) ? Double(below(2)) : Double(below(1 << 53)) / Double(1 << 53)
  }

  /// A situation with some of ten actions, in any order.
  mutating func situation() -> Situation {
    var situation = Situation(title: words())
    situation.actions = (0..<10).filter { _ in oneIn(2) }.shuffled(using: &self).map { action("a\($0)") }
    changeRest(of: &situation)
    return situation
  }

  /// A situation that differs in a few fields, as the next one usually does.
  mutating func next(after situation: Situation) -> Situation {
    var next = situation
    for index in next.actions.indices where oneIn(3) {
      let other = action(next.actions[index].id)
      switch below(4) {
      case 0: next.actions[index] = other
      case 1: next.actions[index].isRunning.toggle()
      case 2:
        (next.actions[index].runs.value, next.actions[index].runs.fraction) = (
          other.runs.value, other.runs.fraction
        )
      default:
        (next.actions[index].runs.last.result, next.actions[index].verdict) = (
          other.runs.last.result, other.verdict
        )
      }
    }
    if oneIn(2) {
      // A start that locks what follows it.
      let verdict = action("any").verdict
      for index in next.actions.indices.dropFirst(below(3)) { next.actions[index].verdict = verdict }
    }
    if oneIn(4) { next.actions.shuffle(using: &self) }
    if oneIn(4), !next.actions.isEmpty { next.actions.removeLast() }
    let id = "new\(below(1_000))"
    if oneIn(4), next[id] == nil { next.actions.insert(action(id), at: 0) }
    if oneIn(2) { changeRest(of: &next) }
    return next
  }

  private mutating func changeRest(of situation: inout Situation) {
    situation.activity = .init(isLoading: oneIn(2), value: maybe { $0.activity() })
    situation.activities = list(upTo: 4) {
      .init(id: $0.next(), value: $0.maybe { $0.activity() }, since: $0.time())
    }
    situation.problems = list(upTo: 4) { $0.problem() }
    situation.plans = list(upTo: 2) { $0.plan() }
    situation.petitions = list(upTo: 2) {
      var petition = Petition()
      (petition.id, petition.action, petition.question) = ($0.next(), $0.words(), $0.words())
      (petition.agent, petition.input, petition.since) = ($0.words(), $0.maybe { $0.values() }, $0.time())
      return petition
    }
    situation.network = .init(isVisible: oneIn(2), requests: below(5))
    situation.startDelay = time()
    situation.completionDelay = time()
    situation.reload = .init(count: below(9), difference: words(), postponed: below(3))
    situation.isAttended = oneIn(2)
    situation.watch = maybe { $0.pick([.on, .off, .paused($0.words())]) }
    situation.lastStop = maybe {
      var stop = BoardStop(
        number: $0.below(9), action: $0.words(), outcome: $0.pick([.succeeded, .failed($0.words())]))
      stop.isOver = $0.oneIn(2)
      return stop
    }
    situation.cluster = maybe {
      var state = ClusterState(realm: $0.words())
      (state.hosts, state.trouble) = ($0.list(upTo: 2) { $0.words() }, $0.maybe { $0.words() })
      state.silentSince = $0.maybe { $0.time() }
      return state
    }
    situation.trouble = maybe { $0.words() }
    situation.boardMistakes = list(upTo: 3) { $0.mistake() }
    situation.remarks = list(upTo: 3) { random in
      Remark(
        inFile: random.words(), line: random.maybe { $0.below(99) }, subject: random.words(),
        reason: random.words())
    }
    situation.remarkCount = situation.remarks.count + below(3)
  }

  mutating func plan() -> PlanStatus {
    var plan = PlanStatus()
    (plan.action, plan.isFound, plan.asks) = (words(), oneIn(2), oneIn(2))
    (plan.question, plan.digest) = (maybe { $0.words() }, words())
    plan.steps = list(upTo: 3) { random in
      var step = PlanStatus.Step()
      (step.number, step.task) = (random.below(9), random.pick(PlanStatus.Step.Task.allCases))
      (step.action, step.age) = (random.maybe { $0.words() }, random.maybe { $0.time() })
      (step.purposes, step.after) = (
        random.list(upTo: 2) { $0.words() }, random.list(upTo: 2) { $0.below(9) }
      )
      (step.endsWhenReady, step.hasNoPromise) = (random.oneIn(2), random.oneIn(2))
      (step.question, step.expected) = (random.maybe { $0.words() }, random.maybe { $0.time() })
      step.state = random.pick([.todo, .asking, .running, .done, .failed])
      return step
    }
    (plan.missing, plan.circle) = (list(upTo: 2) { $0.words() }, list(upTo: 2) { $0.words() })
    plan.people = list(upTo: 2) { random in
      PlanStatus.Need(action: random.maybe { $0.words() }, needs: random.words())
    }
    (plan.starter, plan.stopped) = (maybe { $0.words() }, maybe { $0.words() })
    (plan.since, plan.stopTime) = (maybe { $0.time() }, maybe { $0.time() })
    return plan
  }

  mutating func action(_ id: String) -> ActionStatus {
    var action = ActionStatus(description(id))
    action.verdict = oneIn(2) ? .passes : .blocked(by: [words()] + list(upTo: 2) { $0.words() })
    action.pendingChange = maybe { $0.pick([.replacement, .removal]) }
    (action.isRunning, action.isEnabled, action.isCancelling) = (oneIn(2), oneIn(2), oneIn(4))
    (action.running, action.waiting) = (below(3), below(3))
    action.runs.count = below(100)
    action.runs.input = maybe { $0.values() }
    action.present = list(upTo: 2) { $0.run() }.filter { $0.ending == nil }
    action.runs.keepsResult = oneIn(2)
    action.runs.last.result = maybe { $0.pick([.succeeded, .cancelled, .failed($0.words())]) }
    action.runs.last.toleratedFailure = maybe { $0.words() }
    action.freshness = maybe { $0.freshness() }
    action.watchNote = maybe { $0.words() }
    action.runs.last.exitCode = maybe { Int32($0.within(-1...255)) }
    action.runs.last.duration = maybe { $0.time() }
    action.runs.value = maybe { $0.words() }
    action.runs.fraction = maybe { $0.fraction() }
    action.leftRunning = maybe {
      OutputHolders([OutputHolder(process: Int32($0.below(9)) + 2, name: $0.words(), isOutOfReach: false)])
    }
    action.startsAgain = oneIn(9)
    action.runs.restarts = below(9)
    action.port = maybe { UInt16($0.below(65_536)) }
    (action.runs.totals.succeeded, action.runs.totals.failed) = (below(99), below(9))
    (action.runs.totals.tolerated, action.runs.totals.cancelled) = (below(9), below(9))
    (action.runs.totals.duration, action.runs.totals.lastSuccess) = (
      time(), maybe { UInt32($0.below(9_999)) }
    )
    action.shared = maybe { $0.sharedState() }
    action.trend = maybe {
      RunTrend(
        points: $0.list(upTo: 5) { $0.pick([.failed, .cancelled, .succeeded($0.time())]) },
        successRate: $0.maybe { $0.fraction() })
    }
    return action
  }

  private mutating func freshness() -> Freshness {
    switch below(5) {
    case 0: .missing
    case 1: .fresh
    case 2: .unknown(words())
    case 3: .unread(words())
    default:
      .stale(
        StaleInputs(words(), pick(StaleInputs.Change.allCases), at: maybe { $0.time() }, more: below(9)))
    }
  }

  mutating func sharedRun() -> SharedRun {
    var run = SharedRun()
    (run.id, run.host, run.user) = (words(), words(), words())
    (run.input, run.value) = (maybe { $0.words() }, maybe { $0.words() })
    (run.since, run.lostSince) = (time(), maybe { $0.time() })
    (run.fraction, run.lastHeard) = (maybe { $0.fraction() }, maybe { $0.time() })
    return run
  }

  private mutating func sharedState() -> SharedState {
    var state = SharedState()
    state.runs = list(upTo: 2) { $0.sharedRun() }
    state.askingSince = maybe { $0.time() }
    state.obstacle = maybe { $0.words() }
    state.waiting = below(9)
    (state.endingSince, state.wait) = (maybe { $0.time() }, maybe { $0.words() })
    return state
  }

  private mutating func form() -> InputForm {
    switch below(4) {
    case 0: .none
    case 1:
      .buttons(
        [ButtonDefinition(key: key(), title: words(), input: words())]
          + list(upTo: 2) { ButtonDefinition(key: $0.key(), title: $0.words(), input: $0.words()) })
    case 2:
      .text(
        InputDefinition(
          prompt: words(), matches: maybe { _ in try? LinePattern("^[0-9]+") } ?? nil, isHidden: oneIn(2)))
    default:
      .named(
        list(upTo: 3) {
          InputDefinition(
            name: $0.words(), prompt: $0.words(), choices: $0.list(upTo: 2) { $0.words() },
            fallback: $0.maybe { $0.words() },
            matches: $0.maybe { _ in try? LinePattern("^[0-9]+") } ?? nil, isOptional: $0.oneIn(2),
            isMany: $0.oneIn(2), isHidden: $0.oneIn(2))
        })
    }
  }

  mutating func values() -> InputValues {
    if oneIn(2) { return .text(words()) }
    return .named(list(upTo: 3) { InputValues.Named($0.words(), $0.words()) }.uniqued)
  }

  private mutating func description(_ id: String) -> ActionDescription {
    var description = ActionDescription(id: id, title: words())
    description.revision = below(9)
    description.key = key()
    description.isShared = oneIn(3)
    description.directory = maybe { $0.words() }
    (description.notes.group, description.notes.tags) = (maybe { $0.words() }, list(upTo: 2) { $0.words() })
    (description.notes.summary, description.work) = (maybe { $0.words() }, words())
    description.form = form()
    description.whileRunning = pick([
      .reject, .restart, .queue(limit: .max), .queue(limit: within(1...9)), .concurrent(limit: .max),
      .concurrent(limit: within(2...9)),
    ])
    (description.isQuiet, description.repeats) = (oneIn(2), oneIn(2))
    (description.isProbe, description.isCommand) = (oneIn(2), oneIn(2))
    (description.canBeEntered, description.isEnteredWhenPressed) = (oneIn(2), oneIn(2))
    (description.isService, description.startsWithBoard) = (oneIn(2), oneIn(2))
    description.confirmation = maybe { $0.words() }
    description.agents = AgentPolicy(
      pick(AgentPolicy.Reach.allCases), asksInPanels: oneIn(2), cancelsAny: oneIn(2))
    description.guardFacts = list(upTo: 3) {
      $0.pick([
        .networkIsBusy, .hasErrors, .action("build-1", $0.pick(GuardFact.Property.allCases)),
      ])
    }
    description.guardNeeds = list(upTo: 3) { $0.words() }
    return description
  }

  private mutating func key() -> ButtonKey? { try? ButtonKey(any: pick(["a", "Z", "7", "F5", "é"])) }

  private mutating func activity() -> JobActivity {
    JobActivity(
      id: words(), title: words(), value: maybe { $0.words() }, fraction: maybe { $0.fraction() },
      progress: maybe { $0.words() })
  }

  private mutating func problem() -> Situation.Problem {
    var problem = Situation.Problem(id: next(), source: words(), message: words(), since: time())
    problem.action = maybe { $0.words() }
    problem.priority = pick([.low, .normal, .high])
    problem.lastSeen = time()
    problem.expires = maybe { $0.time() }
    problem.timesSeen = below(9)
    return problem
  }

  private mutating func mistake() -> Diagnostic {
    Diagnostic(
      file: words(), location: maybe { TextLocation(line: $0.below(99), column: $0.below(99)) },
      message: words(), hint: maybe { $0.words() }, sourceLine: maybe { $0.words() },
      caretLine: maybe { $0.words() })
  }

  private mutating func style() -> Style {
    let colors = (0..<2).map { _ in oneIn(2) ? Color.default : .palette(UInt8(below(256))) }
    return Style(
      foreground: colors[0], background: colors[1], attributes: Attributes(rawValue: UInt8(below(32))))
  }

  mutating func line() -> OutputLine {
    var line = OutputLine(
      words(), replaces: oneIn(3) ? below(40) : 0, isTruncated: oneIn(5),
      kind: pick([
        .output, .output, .output, .note, .startByPerson, .startByClock, .retry, .success, .failure,
        .cancellation,
      ]))
    line.arrival = UInt32(truncatingIfNeeded: next())
    if oneIn(9) { line.skippedBefore = UInt32(below(1_000)) }
    line.styles = (0..<(oneIn(4) ? below(5) : 0)).map { number in
      StyleRun(start: 7 * number + below(7), style: style())
    }
    line.links = (0..<(oneIn(6) ? below(3) : 0)).map { number in
      let range = (9 * number)..<(9 * number + below(9))
      return OutputLink(range: range, address: "https://a.org:\(below(99))/?b=\(number)")
    }
    return line
  }

  mutating func presence() -> RunHistory.Presence {
    var presence = RunHistory.Presence()
    presence.outputHolders = maybe {
      OutputHolders(
        (0..<$0.below(3)).map {
          OutputHolder(process: Int32($0) * 1_000 + 1, name: "sleep \($0)", isOutOfReach: $0 == 1)
        })
    }
    presence.stopEnd = maybe { $0.time() }
    presence.question = maybe {
      ProgramQuestion(number: UInt64($0.below(99)), text: $0.words(), isHidden: $0.oneIn(2))
    }
    presence.wantsKeys = oneIn(9)
    presence.isByAgent = oneIn(3)
    presence.service = maybe {
      $0.pick([.starting, .ready, .restarting(at: nil), .restarting(at: $0.time())])
    }
    presence.readySince = maybe { $0.time() }
    presence.restartsLeft = maybe { $0.below(9) }
    presence.notReady = maybe { $0.words() }
    return presence
  }

  mutating func run() -> RunHistory.Entry {
    var run = RunHistory.Entry(
      number: below(1_000), start: time(),
      cause: pick([.person, .board, .clock, .files(words()), .plan(words())]),
      starter: maybe { $0.words() },
      input: maybe { $0.values() }, firstLine: below(1_000))
    run.attempts = below(4)
    run.attemptStart = maybe { $0.time() }
    run.stage =
      oneIn(2)
      ? .present(presence())
      : .ended(
        .init(
          outcome: pick([.succeeded, .cancelled, .failed(words()), .tolerated(words())]),
          time: time(), exitCode: maybe { Int32($0.below(256)) }))
    return run
  }
}

extension [InputValues.Named] {
  /// Each name once.
  fileprivate var uniqued: Self {
    reduce(into: []) { known, value in
      if !known.contains(where: { $0.name == value.name }) { known.append(value) }
    }
  }
}
