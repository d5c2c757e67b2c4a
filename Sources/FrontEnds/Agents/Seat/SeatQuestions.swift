internal import Board
internal import Boundary
internal import Wire

/// The questions to a person, by the client or in a panel.
extension Seat {
  /// What a person is asked; nil if nobody has to be.
  private func question(_ status: ActionStatus, _ client: Client) -> String? {
    let description = status.description
    guard description.agents.reach == .ask else { return nil }
    return description.confirmation ?? "May \(name ?? client.title) press \(description.title)?"
  }

  /// The guard lets it start: a person is asked first, where the board says so.
  mutating func confirm(_ number: Int, _ status: ActionStatus) {
    guard let call = calls[number], case .tool(_, let arguments) = call.purpose else { return }
    guard let question = question(status, call.client) else {
      // The board answers the question for agents.
      return start(number, confirmed: status.description.confirmation)
    }
    let press = Self.press(arguments)
    if let state = call.state, let answer = call.responses?["confirm"] {
      calls[number]?.state = nil
      calls[number]?.responses = nil
      return judge(number, answer, state, question)
    }
    if let time = refusals.time(since: press, at: now) {
      let text = "\(status.id) was not started: a person said no \(time.wholeSeconds) ago. Do not ask again."
      return finish(number, text: text, isError: true)
    }
    guard call.client.canElicit, !status.description.agents.asksInPanels else {
      return start(number, confirmed: nil, isPetition: true)
    }
    ask(number, status, question, input: arguments.input, press)
  }

  private mutating func ask(
    _ number: Int, _ status: ActionStatus, _ question: String, input: InputValues?, _ press: String
  ) {
    guard let call = calls[number] else { return }
    let entered = status.description.form
    let inputText = entered.shown(entered.completed(input)).map { " with the input \"\($0)\"" } ?? ""
    let message =
      "\(question)\n\(name ?? call.client.title) wants to press \(status.id)\(inputText) on \(setup.board)"
    let form = ConfirmationForm.params(message.safe, namesMode: call.client.namesMode)
    lastNonce += 1
    let state = RequestState(
      press: press, question: Digest.of([question]), nonce: lastNonce, askedAt: now)
    if call.client.isModern {
      return finish(number, ModernEra.inputRequired(form, state: state.text(setup.key)))
    }
    lastForm += 1
    let id = "signalbox-\(lastForm)"
    forms[id] = number
    calls[number]?.stage = .form(state)
    let deadline = now + RequestState.lifetime
    calls[number]?.deadline = deadline
    send(ServerMessage.request(id, "elicitation/create", form))
  }

  /// A client of the legacy protocol has answered a request.
  mutating func answeredForm(_ id: JSONTree, _ result: JSONTree?) {
    guard let text = id.text, let number = forms.removeValue(forKey: text), let call = calls[number],
      case .form(let state) = call.stage, case .tool(_, let arguments) = call.purpose,
      let status = arguments.text("action").flatMap(action), let question = question(status, call.client)
    else { return }
    // The wait begins when it was answered.
    let deadline = now + wait(arguments)
    calls[number]?.deadline = deadline
    judge(number, result, state, question)
  }

  /// A person has answered, or the client for them.
  private mutating func judge(_ number: Int, _ answer: JSONTree?, _ state: RequestState, _ question: String) {
    guard let id = actionName(number) else { return }
    guard usedNonces.insert(state.nonce).inserted else {
      return finish(
        number, text: "\(id) was not started: this answer was used before. Press again.", isError: true)
    }
    guard now - state.askedAt < RequestState.lifetime else {
      return finish(
        number, text: "\(id) was not started: the question was asked more than 10 minutes ago. Press again.",
        isError: true)
    }
    switch ConfirmationForm.judge(answer, after: now - state.askedAt) {
    case .yes where state.question == Digest.of([question]):
      refusals.remove(state.press)
      start(number, confirmed: question)
    case .yes:
      finish(
        number, text: "\(id) was not started: the board asks something else now. Press again.", isError: true)
    case .no:
      refusals.add(state.press, at: now)
      finish(number, text: "\(id) was not started: the person said no. Do not ask again.", isError: true)
    case .unseen(let reason):
      calls[number]?.unseen = reason
      start(number, confirmed: nil, isPetition: true)
    }
  }

  // MARK: Panels

  /// The box does not ask a person, or that person has said no.
  mutating func petitionRefused(_ number: Int, _ status: ActionStatus, _ reason: String) {
    let unseen = calls[number]?.unseen.map { "\($0), so nobody has seen the question; " } ?? ""
    finish(number, text: "\(status.id) was not started: \(unseen)\(reason).", isError: true)
  }

  /// A call has waited long enough for a person at a panel, who can still answer.
  mutating func petitionWaited(_ number: Int) {
    guard let id = actionName(number) else { return }
    guard let petition = keepPetition(number) else {
      return finish(
        number, text: "a person was asked whether \(id) may start; look at list_actions.", isError: false)
    }
    finish(
      number,
      text:
        "a person was asked whether \(id) may start (petition \(petition)), and has not answered yet: use wait with it",
      isError: false)
  }

  /// Remembers a question that no call waits for; returns the number of its petition, if the box has told it.
  @discardableResult
  mutating func keepPetition(_ number: Int) -> UInt64? {
    guard let id = actionName(number),
      let petition = sight.situation?.petitions.last(where: { $0.action == id && $0.agent == name })
    else { return nil }
    petitions[petition.id] = AskedPerson(call: number, action: id)
    return petition.id
  }

  /// A person has answered after the call that asked.
  mutating func personAnswered(_ call: Int, _ answer: StartAnswer) {
    guard let (petition, asked) = petitions.first(where: { $0.value.call == call }) else { return }
    var known = asked
    known.answer = answer
    if let status = action(asked.action) { known.before = status.runs.count - status.begunByNow }
    petitions[petition] = known
    for call in calls.values {
      if case .asked(petition) = call.stage { watchPetition(call.number, petition) }
    }
  }

  /// The run has ended to which a person has said yes, after the call that asked.
  mutating func petitionEnded(_ call: Int, _ outcome: RunOutcome) {
    guard let (petition, asked) = petitions.first(where: { $0.value.call == call }) else { return }
    petitions[petition]?.outcome = outcome
    for waiting in calls.values {
      guard case .running(var watch) = waiting.stage, actionName(waiting.number) == asked.action,
        !watch.isOwn,
        case .tool(.wait, let arguments) = waiting.purpose,
        arguments.whole("petition").map(UInt64.init) == petition
      else { continue }
      watch.outcome = outcome
      calls[waiting.number]?.stage = .running(watch)
      watchRun(waiting.number)
    }
  }

  /// Looks whether a person has answered, and goes on with the run.
  mutating func watchPetition(_ number: Int, _ petition: UInt64) {
    guard let asked = petitions[petition] else { return }
    guard let answer = asked.answer else {
      calls[number]?.stage = .asked(petition)
      return
    }
    let id = asked.action
    switch answer {
    case .accepted:
      let watch = Call.RunWatch(
        run: nil, before: asked.before, isOwn: false, outcome: asked.outcome, since: now)
      calls[number]?.stage = .running(watch)
      watchRun(number)
    case .upToDate(let reason), .refused(let reason), .notTaken(let reason), .unavailable(let reason, _):
      finish(number, text: "\(id) was not started: \(reason).", isError: true)
    case .unknown:
      finish(
        number, text: "the box of the board has ended, and it is not known whether \(id) was started",
        isError: true)
    }
  }
}

/// A person who was asked, and whom no call waits for any more.
struct AskedPerson {
  /// The call that has asked.
  var call: Int
  var action: String
  /// Nil until the person has answered.
  var answer: StartAnswer?
  /// Nil until the run has ended that was started then.
  var outcome: RunOutcome?
  /// How many runs had begun before the start.
  var before = 0
}
