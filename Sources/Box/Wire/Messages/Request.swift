package import Board

/// What a front end sends to a box: one line of JSON.
///
///     {"request":"start","id":1,"action":"build"}
package enum Request: Sendable, Equatable {
  /// The first request of a connection.
  case hello(Hello)
  /// From now on, send the situation and each change of it.
  case follow(Follow)
  /// From now on, send this output and these past runs, and nothing of others.
  case look(Look)
  /// From now on, send the lines that actions print.
  case lines(Lines)
  case start(Start)
  case cancel(Cancel)
  /// Show the program of an action on the channel whose end comes with the request, and type what arrives
  /// there.
  case enter(Enter)
  case resize(Resize)
  /// Leave a program that was entered.
  case exit(Exit)
  /// Type the answer to a question of a program.
  case answer(Answer)
  /// End the lost runs of a shared action.
  case takeOver(TakeOver)
  case dismiss(Dismiss)
  /// Answer what an agent asks a person.
  case decide(Decide)
  /// Run the actions that repeat, as long as this connection is open.
  case repeats
  /// Let changed files start nothing because of this connection.
  case ignoreFiles
  /// Let changed files start actions, or not.
  case watch(Watch)
  case why(Why)
  /// Derive the plan by which an action can be started.
  case plan(Plan)
  /// Answer a question that a plan asks.
  case answerPlan(PlanAnswer)
  /// Find the lines of all outputs that contain a text.
  case find(Find)
  /// Send the lines that are kept of an action, once.
  case linesOf(LinesOf)
  /// Tell when a guard holds.
  case holds(Holds)
  /// Do not tell any more when a guard holds.
  case forget(Forget)
  /// Cancel what only this front end waits for, and tell when that has ended.
  case leave(Leave)
  /// End the box.
  case stop(Stop)

  /// Who a front end is.
  package struct Hello: WireObject, Sendable {
    package var version = Wire.version
    package var kind = FrontEndKind.other
    /// How the history of runs names it, such as "panel on pts/3".
    package var name = ""
    /// Whether the box must refuse to start, cancel, answer and dismiss.
    package var isReadOnly = false
    /// Whether a program acts here for a person, from a shell of its own.
    package var isAgent = false
    /// What commands inherit that repeat because of this front end, in Base64; nil for what the box has.
    package var context: String?

    package init() {}
    package static let fields: WireFields<Hello> = [
      WireField("version", \.version), WireField("kind", \.kind), WireField("name", \.name),
      WireField("read_only", \.isReadOnly), WireField("agent", \.isAgent), WireField("context", \.context),
    ]
    package static var blank: Hello {
      var blank = Hello()
      blank.version = 0
      return blank
    }
  }

  package struct Follow: WireObject, Sendable {
    /// False for a screen, to which changes are sent at most twenty times a second.
    package var everyChange = false

    package init(everyChange: Bool = false) { self.everyChange = everyChange }
    package static let fields: WireFields<Follow> = [WireField("every_change", \.everyChange)]
    package static let blank = Follow()
  }

  package struct Look: WireObject, Sendable {
    package var output: String?
    package var history: String?
    /// The space for an output, in cells; 0 if there is none.
    package var columns = 0
    package var rows = 0

    package init() {}
    package static let fields: WireFields<Look> = [
      WireField("output", \.output), WireField("history", \.history), WireField("columns", \.columns),
      WireField("rows", \.rows),
    ]
    package static let blank = Look()
  }

  package struct Lines: WireObject, Sendable {
    /// The actions whose lines are sent; nil for all.
    package var actions: [String]?
    /// Whether remarks about runs are sent only, and no output.
    package var onlyRemarks = false

    package init() {}
    package static let fields: WireFields<Lines> = [
      WireField("actions", \.actions), WireField("only_remarks", \.onlyRemarks),
    ]
    package static let blank = Lines()
  }

  package struct Start: WireObject, Sendable {
    /// Chosen by the front end; the answer and the end of the run name it.
    package var id: UInt64 = 0
    package var action = ""
    package var input: InputValues?
    /// The question of the action that was answered with yes.
    package var confirmed: String?
    /// Whether a person at a panel is asked, whose yes starts it.
    package var isPetition = false
    /// What happens to the bytes of the command, besides being kept as lines.
    package var bytes = BytesUse.none
    /// The hash of the board file that the front end has read; nil if it has read none.
    package var board: String?
    /// Whether the run goes on when the connection ends, although it belongs to a `run`.
    package var detached = false
    /// Whether present runs are cancelled first; the answer comes when they have ended.
    package var restart = false
    /// Whether nothing is started if the last success is fresh.
    package var ifStale = false
    /// Whether the command may have a terminal.
    package var terminal = true
    /// What the command inherits, in Base64; nil for what the box has.
    package var context: String?
    /// The digest of the plan that was shown; nil for a start without a plan.
    package var plan: String?
    /// The questions that were answered with yes before the plan began.
    package var confirmedAhead: [String] = []
    /// Whether an event tells when its work has begun.
    package var tellsBegin = false

    package init() {}
    package static let fields: WireFields<Start> = [
      WireField("id", \.id), WireField("action", \.action), WireField("input", \.input),
      WireField("confirmed", \.confirmed), WireField("petition", \.isPetition), WireField("bytes", \.bytes),
      WireField("board", \.board),
      WireField("detached", \.detached), WireField("restart", \.restart), WireField("terminal", \.terminal),
      WireField("if_stale", \.ifStale),
      WireField("context", \.context), WireField("plan", \.plan),
      WireField("confirmed_ahead", \.confirmedAhead), WireField("begin", \.tellsBegin),
    ]
    package static let blank = Start()
  }

  package struct Watch: WireObject, Sendable {
    package var isOn = false

    package init(_ isOn: Bool = false) { self.isOn = isOn }
    package static let fields: WireFields<Watch> = [WireField("on", \.isOn)]
    package static let blank = Watch()
  }

  package struct Cancel: WireObject, Sendable {
    /// All runs of this action.
    package var action: String?
    /// Only the run of the start with this identifier of the same connection.
    package var start: UInt64?
    /// Only the plan for this action.
    package var plan: String?

    package init() {}
    package static let fields: WireFields<Cancel> = [
      WireField("action", \.action), WireField("start", \.start), WireField("plan", \.plan),
    ]
    package static let blank = Cancel()
  }

  package struct Enter: WireObject, Sendable {
    /// Chosen by the front end; the events of the visit name it.
    package var id: UInt64 = 0
    package var action = ""
    /// The size of the terminal on which the program is shown, in cells.
    package var columns = 0
    package var rows = 0
    /// The kind of that terminal (TERM).
    package var terminal: String?
    /// Whether that terminal shows something else, which scrolls away.
    package var clearsScreen = false

    package init() {}
    package static let fields: WireFields<Enter> = [
      WireField("id", \.id), WireField("action", \.action), WireField("columns", \.columns),
      WireField("rows", \.rows), WireField("terminal", \.terminal), WireField("clear", \.clearsScreen),
    ]
    package static let blank = Enter()
  }

  package struct Resize: WireObject, Sendable {
    /// The visit whose terminal has another size.
    package var id: UInt64 = 0
    package var columns = 0
    package var rows = 0

    package init() {}
    package static let fields: WireFields<Resize> = [
      WireField("id", \.id), WireField("columns", \.columns), WireField("rows", \.rows),
    ]
    package static let blank = Resize()
  }

  package struct Exit: WireObject, Sendable {
    /// The visit that ends.
    package var id: UInt64 = 0

    package init() {}
    package static let fields: WireFields<Exit> = [WireField("id", \.id)]
    package static let blank = Exit()
  }

  package struct Answer: WireObject, Sendable {
    /// Chosen by the front end; the answer of the box names it.
    package var id: UInt64 = 0
    package var action = ""
    /// The number of the question.
    package var question: UInt64 = 0
    package var text = ""

    package init() {}
    package static let fields: WireFields<Answer> = [
      WireField("id", \.id), WireField("action", \.action), WireField("question", \.question),
      WireField("text", \.text),
    ]
    package static let blank = Answer()
  }

  package struct TakeOver: WireObject, Sendable {
    /// Chosen by the front end; the answer of the box names it.
    package var id: UInt64 = 0
    package var action = ""
    /// The identifiers of the runs that are meant; nil for all that are lost.
    package var runs: [String]?
    /// Why the lost runs may be considered ended.
    package var reason = ""

    package init() {}
    package static let fields: WireFields<TakeOver> = [
      WireField("id", \.id), WireField("action", \.action), WireField("runs", \.runs),
      WireField("reason", \.reason),
    ]
    package static let blank = TakeOver()
  }

  package struct Dismiss: WireObject, Sendable {
    package var error: UInt64 = 0

    package init() {}
    package static let fields: WireFields<Dismiss> = [WireField("error", \.error)]
    package static let blank = Dismiss()
  }

  package struct Decide: WireObject, Sendable {
    /// The number of the petition.
    package var petition: UInt64 = 0
    package var yes = false

    package init() {}
    package static let fields: WireFields<Decide> = [
      WireField("petition", \.petition), WireField("yes", \.yes),
    ]
    package static let blank = Decide()
  }

  package struct Why: WireObject, Sendable {
    package var id: UInt64 = 0
    package var action = ""

    package init() {}
    package static let fields: WireFields<Why> = [WireField("id", \.id), WireField("action", \.action)]
    package static let blank = Why()
  }

  package struct Plan: WireObject, Sendable {
    package var id: UInt64 = 0
    package var action = ""

    package init() {}
    package static let fields: WireFields<Plan> = [WireField("id", \.id), WireField("action", \.action)]
    package static let blank = Plan()
  }

  package struct PlanAnswer: WireObject, Sendable {
    /// Chosen by the front end; the answer of the box names it.
    package var id: UInt64 = 0
    /// The action that the plan is for, and the one that asks.
    package var plan = ""
    package var action = ""
    /// The question that is answered with yes; nil for no.
    package var confirmed: String?

    package init() {}
    package static let fields: WireFields<PlanAnswer> = [
      WireField("id", \.id), WireField("plan", \.plan), WireField("action", \.action),
      WireField("confirmed", \.confirmed),
    ]
    package static let blank = PlanAnswer()
  }

  package struct Find: WireObject, Sendable {
    package var id: UInt64 = 0
    package var text = ""

    package init() {}
    package static let fields: WireFields<Find> = [WireField("id", \.id), WireField("text", \.text)]
    package static let blank = Find()
  }

  package struct Holds: WireObject, Sendable {
    /// Chosen by the front end; the answer names it.
    package var id: UInt64 = 0
    package var text = ""
    /// Whether it is waited for also while nothing runs that could change it.
    package var isPatient = false

    package init() {}
    package static let fields: WireFields<Holds> = [
      WireField("id", \.id), WireField("guard", \.text), WireField("patient", \.isPatient),
    ]
    package static let blank = Holds()
  }

  package struct Forget: WireObject, Sendable {
    /// That of the guard that nobody waits for any more.
    package var id: UInt64 = 0

    package init() {}
    package static let fields: WireFields<Forget> = [WireField("id", \.id)]
    package static let blank = Forget()
  }

  package struct LinesOf: WireObject, Sendable {
    package var id: UInt64 = 0
    package var action = ""
    /// The number of the first line that is wanted.
    package var from = 0
    /// The number of a run; -1 for the newest, -2 for the one before it; nil for all.
    package var run: Int?

    package init() {}
    package static let fields: WireFields<LinesOf> = [
      WireField("id", \.id), WireField("action", \.action), WireField("from", \.from),
      WireField("run", \.run),
    ]
    package static let blank = LinesOf()
  }

  package struct Leave: WireObject, Sendable {
    /// Whether to leave without waiting until the output of its starts is read.
    package var now = false

    package init() {}
    package static let fields: WireFields<Leave> = [WireField("now", \.now)]
    package static let blank = Leave()
  }

  package struct Stop: WireObject, Sendable {
    /// Whether commands are killed at once.
    package var now = false

    package init() {}
    package static let fields: WireFields<Stop> = [WireField("now", \.now)]
    package static let blank = Stop()
  }
}

/// What kind of front end a connection belongs to, which decides what the box does for it.
package enum FrontEndKind: String, WireWord, Sendable {
  case panel, run, watch
  /// A program that acts for a person. What it has started goes on when it leaves, as with a panel.
  case agent
  /// It only looks at the box, which does not stay because of it.
  case other
}

/// What happens to the bytes of a command, besides being kept as lines.
package enum BytesUse: String, WireWord, Sendable {
  case none
  /// They are written to the descriptors that come with the request: standard output, and standard error if
  /// there are two.
  case descriptors
  /// They are sent as lines; the command waits while this connection is behind.
  case lines
}

package enum Wire {
  /// The version of the protocol.
  package static let version = 7
}
