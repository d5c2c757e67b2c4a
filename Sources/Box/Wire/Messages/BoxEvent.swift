package import Board
package import Boundary
package import Processes
package import Programs

/// What a box sends to a front end: one line of JSON.
///
///     {"event":"answer","id":1,"start":17}
package enum BoxEvent: Sendable, Equatable {
  /// The answer to the first request.
  case hello(Hello)
  /// What has changed in the situation since the last event of this kind; the first has everything.
  case state(JSONTree)
  /// The whole situation, for a front end in the same process. It has no line.
  case situation(Situation)
  case output(Output)
  case history(History)
  case lines(Lines)
  case answer(Answer)
  case began(Began)
  case ended(Ended)
  /// A program is shown on the channel of a visit.
  case entered(Entered)
  /// A visit has ended.
  case exited(Exited)
  case explanation(Explained)
  /// The answer to a request for a plan.
  case plan(Planned)
  case found(Found)
  /// The kept lines of an action.
  case linesOf(LinesOf)
  /// A guard that is waited for holds, or cannot hold.
  case held(Held)
  case notice(NoticeSent)
  /// All that ends with this front end has ended.
  case left
  /// The box does not do what was requested, or ends the connection.
  case refusal(Refusal)

  /// Who the box is.
  package struct Hello: WireObject, Sendable {
    package var version = Wire.version
    /// The process of the box.
    package var pid: Int32 = 0
    /// The path of the board.
    package var board = ""
    /// The number of running actions.
    package var running = 0
    /// How many of them are services that are ready.
    package var ready = 0
    /// The number of panels that are attached.
    package var panels = 0
    /// When the box started, and the present time, in seconds on the clock of the box. All times of the
    /// protocol are on this clock, which does not run while the machine sleeps.
    package var since = Duration.zero
    package var now = Duration.zero

    package init() {}
    package static let fields: WireFields<Hello> = [
      WireField("version", \.version), WireField("pid", \.pid), WireField("board", \.board),
      WireField("running", \.running), WireField("ready", \.ready), WireField("panels", \.panels),
      WireField("since", \.since), WireField("now", \.now),
    ]
    package static var blank: Hello {
      var blank = Hello()
      blank.version = 0
      return blank
    }
  }

  /// The output that the front end looks at, from one line on.
  package struct Output: WireObject, Sendable {
    package var action = ""
    /// The number of the oldest line that is kept.
    package var start = 0
    /// The number of the first of these lines. They replace all lines from there on.
    package var first = 0
    package var lines: [OutputLine] = []

    package init() {}
    package static let fields: WireFields<Output> = [
      WireField("action", \.action), WireField("start", \.start), WireField("first", \.first),
      WireField("lines", \.lines),
    ]
    package static let blank = Output()
  }

  /// The past and present runs that the front end looks at.
  package struct History: WireObject, Sendable {
    package var action = ""
    package var runs: [RunHistory.Entry] = []

    package init() {}
    package static let fields: WireFields<History> = [
      WireField("action", \.action), WireField("runs", \.runs),
    ]
    package static let blank = History()
  }

  /// Lines that an action has printed.
  package struct Lines: WireObject, Sendable {
    package var action = ""
    package var lines: [OutputLine] = []

    package init() {}
    package static let fields: WireFields<Lines> = [
      WireField("action", \.action), WireField("lines", \.lines),
    ]
    package static let blank = Lines()
  }

  /// The answer to a start, to a takeover, or to the answer to a question of a program.
  package struct Answer: WireObject, Sendable {
    package var id: UInt64 = 0
    /// Why it was refused; nil if it was accepted.
    package var refused: String?
    /// Why nothing was started because the last success is fresh; nil otherwise.
    package var upToDate: String?
    /// What has refused it.
    package var by = Refuser.board
    /// The runs that were taken over.
    package var runs: [SharedRun] = []
    /// The number that the run of an accepted start has; nil if it is not known yet.
    package var run: Int?

    package init() {}
    package static let fields: WireFields<Answer> = [
      WireField("id", \.id), WireField("refused", \.refused), WireField("by", \.by),
      WireField("runs", \.runs), WireField("run", \.run), WireField("up_to_date", \.upToDate),
    ]
    package static let blank = Answer()
  }

  /// The work of a start has begun: the program of a command runs.
  package struct Began: WireObject, Sendable {
    package var id: UInt64 = 0
    /// The number of the run.
    package var run: Int?

    package init(_ id: UInt64 = 0, run: Int? = nil) { (self.id, self.run) = (id, run) }
    package static let fields: WireFields<Began> = [WireField("id", \.id), WireField("run", \.run)]
    package static let blank = Began()
  }

  /// The end of the run of a start, after the last byte of its output.
  package struct Ended: WireObject, Sendable {
    package var id: UInt64 = 0
    package var outcome: RunOutcome
    /// The number of the run; nil if it never began.
    package var run: Int?

    package init(_ id: UInt64, _ outcome: RunOutcome, run: Int? = nil) {
      (self.id, self.outcome, self.run) = (id, outcome, run)
    }
    package static let fields: WireFields<Ended> = [
      WireField("id", \.id), WireField("result", \.outcome), WireField("run", \.run),
    ]
    /// The outcome is always written.
    package static let blank = Ended(0, .failed(""))
  }

  package struct Entered: WireObject, Sendable {
    package var id: UInt64 = 0

    package init(_ id: UInt64 = 0) { self.id = id }
    package static let fields: WireFields<Entered> = [WireField("id", \.id)]
    package static let blank = Entered()
  }

  /// The end of a visit. Without a reason, the person has left.
  package struct Exited: WireObject, Sendable {
    package var id: UInt64 = 0
    /// Whether the program has ended; with a refusal, whether it has not been started or has ended before.
    package var programEnded = false
    /// Who has entered the program instead.
    package var replacedBy: String?
    /// Why the program could not be entered.
    package var refused: String?

    package init() {}
    package static let fields: WireFields<Exited> = [
      WireField("id", \.id), WireField("ended", \.programEnded), WireField("by", \.replacedBy),
      WireField("refused", \.refused),
    ]
    package static let blank = Exited()
  }

  /// The answer to a question why.
  package struct Explained: WireObject, Sendable {
    package var id: UInt64 = 0
    /// Nil if there is no such action.
    package var explanation: Explanation?

    package init() {}
    package static let fields: WireFields<Explained> = [
      WireField("id", \.id), WireField("explanation", \.explanation),
    ]
    package static let blank = Explained()
  }

  /// The answer to a request for a plan.
  package struct Planned: WireObject, Sendable {
    package var id: UInt64 = 0
    /// Nil if there is no such action.
    package var plan: PlanStatus?

    package init() {}
    package static let fields: WireFields<Planned> = [WireField("id", \.id), WireField("plan", \.plan)]
    package static let blank = Planned()
  }

  /// The answer to a request to find lines.
  package struct Found: WireObject, Sendable {
    package var id: UInt64 = 0
    package var search = OutputSearch()

    package init() {}
    package static let fields: WireFields<Found> = [
      WireField("id", \.id), WireField("count", \.search.count), WireField("lines", \.search.lines),
      WireField("unfinished", \.search.isUnfinished),
    ]
    package static let blank = Found()
  }

  /// The answer to a request for the lines of an action.
  package struct LinesOf: WireObject, Sendable {
    package var id: UInt64 = 0
    package var kept = KeptLines()

    package init() {}
    package static let fields: WireFields<LinesOf> = [
      WireField("id", \.id), WireField("run", \.kept.run), WireField("lost", \.kept.isLost),
      WireField("ended", \.kept.hasEnded), WireField("missing", \.kept.missing),
      WireField("next", \.kept.next), WireField("lines", \.kept.lines),
    ]
    package static let blank = LinesOf()
  }

  /// The answer to a guard that is waited for. Without anything else, it holds.
  package struct Held: WireObject, Sendable {
    package var id: UInt64 = 0
    /// The parts that do not hold, which nothing that runs or repeats can change.
    package var never: [String] = []
    /// Why a service was not ready in time that one of these parts needs.
    package var failure: String?
    /// Why it cannot be waited for.
    package var refused: String?

    package init() {}
    package static let fields: WireFields<Held> = [
      WireField("id", \.id), WireField("never", \.never), WireField("failure", \.failure),
      WireField("refused", \.refused),
    ]
    package static let blank = Held()
  }

  /// A notice of an action. Its command runs in the box.
  package struct NoticeSent: WireObject, Sendable {
    package var action = ""
    package var title = ""
    package var change = ""
    package var message = ""
    package var bell = false
    package var desktop = false

    package init() {}
    package static let fields: WireFields<NoticeSent> = [
      WireField("action", \.action), WireField("title", \.title), WireField("change", \.change),
      WireField("message", \.message), WireField("bell", \.bell), WireField("desktop", \.desktop),
    ]
    package static let blank = NoticeSent()
  }

  package struct Refusal: WireObject, Sendable {
    package var message = ""
    /// Whether the box ends: a start of the connection that has no answer was not taken.
    package var isFarewell = false

    package init(_ message: String = "", isFarewell: Bool = false) {
      (self.message, self.isFarewell) = (message, isFarewell)
    }
    package static let fields: WireFields<Refusal> = [
      WireField("message", \.message), WireField("farewell", \.isFarewell),
    ]
    package static let blank = Refusal()
  }
}

/// What refuses a request.
package enum Refuser: String, WireWord, Sendable {
  /// A guard, a policy, a person: whoever the text names.
  case board
  /// etcd does not answer, so that a later try may succeed.
  case silence
  /// etcd refuses.
  case etcd
  /// The box ends. The next one can be asked.
  case farewell
}

extension BoxEvent.Answer {
  package init(_ id: UInt64, refused reason: String? = nil, by refuser: Refuser = .board) {
    self.init()
    (self.id, refused, by) = (id, reason, refuser)
  }

  package init(_ id: UInt64, _ answer: TakeOverAnswer) {
    switch answer {
    case .done(let runs):
      self.init(id)
      self.runs = runs
    case .refused(let reason): self.init(id, refused: reason)
    case .unavailable(let reason, let mayPass): self.init(id, refused: reason, by: mayPass ? .silence : .etcd)
    }
  }

  package var takeOver: TakeOverAnswer {
    guard let refused else { return .done(runs) }
    return switch by {
    case .board, .farewell: .refused(refused)
    case .silence: .unavailable(refused, mayPass: true)
    case .etcd: .unavailable(refused, mayPass: false)
    }
  }

  /// The answer to a start.
  package var start: StartAnswer {
    if let upToDate { return .upToDate(upToDate) }
    guard let refused else { return .accepted(StartTicket(id)) }
    return switch by {
    case .board: .refused(refused)
    case .silence: .unavailable(refused, mayPass: true)
    case .etcd: .unavailable(refused, mayPass: false)
    case .farewell: .notTaken(refused)
    }
  }
}

extension BoxEvent.Exited {
  package init(_ id: UInt64, _ end: TerminalVisit.End) {
    self.init()
    self.id = id
    switch end {
    case .left: break
    case .programEnded: programEnded = true
    case .replaced(let name): replacedBy = name
    case .doesNotRun: (programEnded, refused) = (true, "does not run")
    case .refused(let reason): refused = reason
    }
  }

  package var end: TerminalVisit.End {
    if let refused { return programEnded ? .doesNotRun : .refused(refused) }
    if let replacedBy { return .replaced(by: replacedBy) }
    return programEnded ? .programEnded : .left
  }
}

extension BoxEvent.Held {
  package init(_ id: UInt64, _ answer: HoldAnswer) {
    self.init()
    self.id = id
    switch answer {
    case .holds: break
    case .never(let parts, let failure): (never, self.failure) = (parts, failure)
    case .refused(let reason): refused = reason
    case .ended: refused = "the box has ended"
    }
  }

  package var answer: HoldAnswer {
    refused.map { .refused($0) } ?? (never.isEmpty ? .holds : .never(never, failure: failure))
  }
}
