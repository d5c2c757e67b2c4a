package import Board

/// What front ends know of the definition of an action.
package struct ActionDescription: Sendable, Equatable, Identifiable {
  /// The name in the board.
  package var id: String
  /// Another number whenever the board replaces the definition, also if nothing else here changes.
  package var revision = 0
  package var title: String
  /// What the board says of it only for people.
  package var notes = ActionNotes()
  /// What it does: a command, a request or a connection; empty for a simulation.
  package var work = ""
  /// The working directory of its command; nil if it is no command, or has that of the box.
  package var directory: String?
  /// The key of its only button; nil for none.
  package var key: ButtonKey?
  /// What is entered for a start.
  package var form = InputForm.none
  package var whileRunning = WhileRunning.reject
  /// Whether its runs are hidden from the spinner and the network indicator.
  package var isQuiet = false
  /// Whether it runs by itself in an interval.
  package var repeats = false
  /// Whether it is a service.
  package var isService = false
  /// Whether it starts by itself when a front end comes.
  package var startsWithBoard = false
  /// Whether its work is a probe, whose time is its latency.
  package var isProbe = false
  /// Whether its work is a command, whose output can be passed through as bytes.
  package var isCommand = false
  /// Whether its command has a terminal that people can enter.
  package var canBeEntered = false
  /// Whether a press that starts it enters its program, too.
  package var isEnteredWhenPressed = false
  /// Whether it is the same for the boxes of all machines.
  package var isShared = false
  /// The question that must be answered with yes before it starts; nil for no question.
  package var confirmation: String?
  /// What agents may do with it.
  package var agents = AgentPolicy()
  /// The facts that its guard reads.
  package var guardFacts: [GuardFact] = []
  /// The actions that somebody starts so that its guard holds.
  package var guardNeeds: [String] = []

  /// Its buttons, each with an input; empty if it has one button without an input.
  package var buttons: [ButtonDefinition] { form.buttons }

  /// Whether it runs without a person, while a front end is there that lets it.
  package var runsByItself: Bool { repeats || startsWithBoard }

  /// Whether it is left out where front ends name what runs: a quiet probe ends without notice, a service
  /// does not.
  package var isHidden: Bool { isQuiet && !isService }

  package init(id: String, title: String) {
    self.id = id
    self.title = title
  }

  package init(_ definition: ActionDefinition) {
    self.init(id: definition.id, title: definition.title)
    notes = definition.notes
    work = definition.work.text
    key = definition.key
    form = definition.form
    whileRunning = definition.whileRunning
    isQuiet = definition.isQuiet
    repeats = definition.every != nil
    isService = definition.service != nil
    startsWithBoard = definition.start == .withBoard
    isShared = definition.shared != nil
    confirmation = definition.confirmation
    agents = definition.agents
    (guardFacts, guardNeeds) = (definition.enabledIf.references, definition.enabledIf.startedActions)
    switch definition.work {
    case .command(let command):
      isCommand = true
      canBeEntered = command.terminal == .full
      isEnteredWhenPressed = command.enter == .whenPressed
      directory = command.directory.map { "\($0)" }
    case .http, .tcp, .alerts, .query: isProbe = true
    case .simulation: break
    }
  }
}
