import Board
import Boundary
import Fuzzing
import Processes
import Programs
import Wire

/// Random messages of both directions.
extension SeededGenerator {
  mutating func request() -> Request {
    switch below(23) {
    case 18:
      var plan = Request.Plan()
      (plan.id, plan.action) = (next(), words())
      return .plan(plan)
    case 19:
      var answer = Request.PlanAnswer()
      (answer.id, answer.plan, answer.action) = (next(), words(), words())
      answer.confirmed = maybe { $0.words() }
      return .answerPlan(answer)
    case 0:
      var hello = Request.Hello()
      hello.version = below(3)
      hello.kind = pick([.panel, .run, .watch, .agent, .other])
      (hello.name, hello.isReadOnly, hello.context) = (words(), oneIn(2), maybe { $0.words() })
      hello.isAgent = oneIn(2)
      return .hello(hello)
    case 1: return .follow(Request.Follow(everyChange: oneIn(2)))
    case 2:
      var look = Request.Look()
      (look.output, look.history) = (maybe { $0.words() }, maybe { $0.words() })
      (look.columns, look.rows) = (below(999), below(999))
      return .look(look)
    case 3:
      var lines = Request.Lines()
      (lines.actions, lines.onlyRemarks) = (maybe { $0.list(upTo: 3) { $0.words() } }, oneIn(2))
      return .lines(lines)
    case 4: return .start(start())
    case 5:
      var cancel = Request.Cancel()
      (cancel.action, cancel.start) = (maybe { $0.words() }, maybe { $0.next() })
      cancel.plan = maybe { $0.words() }
      return .cancel(cancel)
    case 6:
      var dismiss = Request.Dismiss()
      dismiss.error = next()
      return .dismiss(dismiss)
    case 7: return .repeats
    case 8:
      var why = Request.Why()
      (why.id, why.action) = (next(), words())
      return .why(why)
    case 9:
      var leave = Request.Leave()
      leave.now = oneIn(2)
      return .leave(leave)
    case 20:
      var decide = Request.Decide()
      (decide.petition, decide.yes) = (next(), oneIn(2))
      return .decide(decide)
    case 10:
      var enter = Request.Enter()
      (enter.id, enter.action, enter.columns, enter.rows) = (next(), words(), below(999), below(999))
      (enter.terminal, enter.clearsScreen) = (maybe { $0.words() }, oneIn(2))
      return .enter(enter)
    case 11:
      var resize = Request.Resize()
      (resize.id, resize.columns, resize.rows) = (next(), below(999), below(999))
      return .resize(resize)
    case 12:
      var exit = Request.Exit()
      exit.id = next()
      return .exit(exit)
    case 13:
      var answer = Request.Answer()
      (answer.id, answer.action, answer.question, answer.text) = (next(), words(), next(), words())
      return .answer(answer)
    case 14:
      var takeOver = Request.TakeOver()
      (takeOver.id, takeOver.action, takeOver.reason) = (next(), words(), words())
      takeOver.runs = maybe { $0.list(upTo: 3) { $0.words() } }
      return .takeOver(takeOver)
    case 15:
      var holds = Request.Holds()
      (holds.id, holds.text, holds.isPatient) = (next(), words(), oneIn(2))
      return .holds(holds)
    case 21: return .watch(Request.Watch(oneIn(2)))
    case 22: return .ignoreFiles
    case 16:
      var forget = Request.Forget()
      forget.id = next()
      return .forget(forget)
    default:
      var stop = Request.Stop()
      stop.now = oneIn(2)
      return .stop(stop)
    }
  }

  private mutating func start() -> Request.Start {
    var start = Request.Start()
    (start.id, start.action, start.input) = (next(), words(), maybe { $0.values() })
    start.confirmed = maybe { $0.words() }
    start.isPetition = oneIn(3)
    start.bytes = pick([.none, .descriptors, .lines])
    (start.board, start.detached, start.context) = (maybe { $0.words() }, oneIn(2), maybe { $0.words() })
    (start.plan, start.confirmedAhead) = (maybe { $0.words() }, list(upTo: 2) { $0.words() })
    start.ifStale = oneIn(2)
    (start.restart, start.terminal, start.tellsBegin) = (oneIn(2), oneIn(2), oneIn(2))
    return start
  }

  /// An event, except a state.
  mutating func event() -> BoxEvent {
    switch below(17) {
    case 16:
      var found = BoxEvent.Found()
      (found.id, found.search.count, found.search.isUnfinished) = (next(), below(99), oneIn(2))
      found.search.lines = list(upTo: 3) {
        OutputSearch.Line(action: $0.words(), number: $0.below(99), text: $0.words())
      }
      return .found(found)
    case 15:
      var lines = BoxEvent.LinesOf()
      (lines.id, lines.kept.run, lines.kept.next) = (next(), maybe { $0.below(99) }, below(99))
      (lines.kept.isLost, lines.kept.hasEnded, lines.kept.missing) = (oneIn(2), oneIn(2), below(99))
      lines.kept.lines = list(upTo: 3) {
        KeptLines.Line(number: $0.below(99), run: $0.below(99), line: OutputLine($0.words()))
      }
      return .linesOf(lines)
    case 14:
      var planned = BoxEvent.Planned()
      (planned.id, planned.plan) = (next(), maybe { $0.plan() })
      return .plan(planned)
    case 0:
      var hello = BoxEvent.Hello()
      (hello.version, hello.pid, hello.board) = (below(3), Int32(below(99_999)), words())
      (hello.running, hello.panels, hello.since, hello.now) = (below(9), below(9), time(), time())
      hello.ready = below(9)
      return .hello(hello)
    case 1:
      var output = BoxEvent.Output()
      (output.action, output.start, output.first) = (words(), below(99), below(99))
      output.lines = list(upTo: 5) { $0.line() }
      return .output(output)
    case 2:
      var history = BoxEvent.History()
      (history.action, history.runs) = (words(), list(upTo: 5) { $0.run() })
      return .history(history)
    case 3:
      var lines = BoxEvent.Lines()
      (lines.action, lines.lines) = (words(), list(upTo: 5) { $0.line() })
      return .lines(lines)
    case 4:
      var answer = BoxEvent.Answer()
      (answer.id, answer.refused, answer.run) = (next(), maybe { $0.words() }, maybe { $0.below(99) })
      answer.upToDate = maybe { $0.words() }
      (answer.by, answer.runs) = (
        pick([.board, .silence, .etcd, .farewell]), list(upTo: 2) { $0.sharedRun() }
      )
      return .answer(answer)
    case 5: return .ended(BoxEvent.Ended(next(), outcome(), run: maybe { $0.below(99) }))
    case 6:
      var explained = BoxEvent.Explained()
      (explained.id, explained.explanation) = (next(), maybe { $0.explanation() })
      return .explanation(explained)
    case 7:
      var notice = BoxEvent.NoticeSent()
      (notice.action, notice.title, notice.change) = (words(), words(), words())
      (notice.message, notice.bell, notice.desktop) = (words(), oneIn(2), oneIn(2))
      return .notice(notice)
    case 8: return .left
    case 11: return .began(BoxEvent.Began(next(), run: maybe { $0.below(99) }))
    case 12:
      return .held(
        BoxEvent.Held(
          next(),
          pick([.holds, .never([words(), words()]), .never([words()], failure: words()), .refused(words())])))
    case 9: return .entered(BoxEvent.Entered(next()))
    case 10:
      let end: TerminalVisit.End = pick([
        .left, .programEnded, .replaced(by: words()), .doesNotRun, .refused(words()),
      ])
      return .exited(BoxEvent.Exited(next(), end))
    default: return .refusal(BoxEvent.Refusal(words(), isFarewell: oneIn(2)))
    }
  }

  mutating func outcome() -> RunOutcome {
    let kind: RunFailure.Kind = pick([
      .exitCode(Int32(below(256))), .signal(Int32(below(32))), .timedOut, .cannotStart,
      .outputClosed(hasNoReader: oneIn(2)),
      .takenOver,
      .unconfirmed,
      .other,
    ])
    let failure = RunFailure(kind, words())
    return pick([.succeeded, .cancelled, .failed(failure), .tolerated(failure), .lost(words())])
  }

  private mutating func explanation() -> Explanation {
    var explanation = Explanation(
      needs: words(), verdict: oneIn(2) ? .passes : .blocked(by: [words()]),
      facts: list(upTo: 3) { .init(name: $0.words(), value: $0.words()) }, refusal: maybe { $0.words() })
    explanation.parts = list(upTo: 4) { random in
      GuardPart(
        random.pick([
          .all, .any, .fact(.networkIsBusy, expected: true), .fact(.action("a", .idle), expected: false),
          .comparison(random.words(), [.action("b", .age), .hasErrors]),
        ]), depth: random.below(3), holds: random.pick([true, false, nil]))
    }
    explanation.dependsOnOthers = oneIn(2)
    explanation.origin = maybe { random in
      ActionOrigin(file: random.words(), line: random.below(90), body: random.list(upTo: 3) { $0.words() })
    }
    explanation.usage = maybe { random in
      var usage = ProcessUsage(
        count: random.below(9), processorTime: random.time(), memory: random.below(1 << 30))
      usage.time = random.time()
      return usage
    }
    explanation.interval = maybe { $0.time() }
    explanation.nextRepeat = maybe { $0.time() }
    explanation.resultTime = maybe { $0.time() }
    return explanation
  }
}
