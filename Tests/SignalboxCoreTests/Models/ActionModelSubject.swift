import SignalboxCore

/// The library's action. Each of its events is written to a log, and can trigger a scripted event.
final class ActionModelSubject {
  private(set) var log: [String] = []
  private var script: [ActionModelEvent] = []
  private var action: Action<ActionModelWork, String>?
  private let liveGate = LiveData(data: true)
  private let gate = PassthroughSubject<Bool, Never>()
  private let isGateLiveData: Bool
  private var works: [ManualWork] = []
  private var handles: [Execution<String>?] = []
  private var subscriptions: [AnyCancellable] = []
  private var announcedCount = 0

  var state: ActionState? { action?.state.data }

  init(_ choices: ActionModelChoices) {
    isGateLiveData = choices.isGateLiveData
    let here = Unchecked(self)
    let factory: @Sendable (ActionModelWork) -> ManualWork = { work in
      guard let subject = here.object else { return ManualWork(work, number: 0) { _ in } }
      return subject.makeWork(work)
    }
    let action: Action<ActionModelWork, String> =
      choices.isGateLiveData
      ? Action(enabledIf: liveGate, whileExecuting: choices.policy, workFactory: factory)
      : Action(enabledIf: gate, whileExecuting: choices.policy, workFactory: factory)
    self.action = action
    action.state.observeForever { here.object?.say("state \($0.running) run, \($0.waiting) wait") }
    action.executing.observeForever { here.object?.say("executing \($0)") }
    action.enabled.observeForever { here.object?.say("enabled \($0)") }
    action.elements.observeForever { here.object?.say("element \($0)") }
    action.errors.observeForever { here.object?.say("error \(Self.name($0))") }
    action.underlyingErrors.observeForever { _ in here.object?.say("underlying error") }
    action.completions.observeForever { here.object?.say("completion") }
    action.executions.observeForever { here.object?.announce($0) }
  }

  func perform(_ event: ActionModelEvent) {
    switch event {
    case .execute(let work):
      guard let action else { return }
      handles.append(action.execute(work))
    case .element(let which): if !works.isEmpty { works[which % works.count].send() }
    case .finish(let which): if !works.isEmpty { works[which % works.count].end(.finished) }
    case .fail(let which): if !works.isEmpty { works[which % works.count].end(.failure(Failure("e"))) }
    case .cancel(let which): if !handles.isEmpty { handles[which % handles.count]?.cancel() }
    case .cancelAll: action?.cancel()
    case .cancelWaiting: action?.cancelWaiting()
    case .listen(let which):
      if handles.isEmpty { return }
      if let handle = handles[which % handles.count] { listen(to: handle, "handle \(which % handles.count)") }
    case .drop(let which):
      if handles.isEmpty { return }
      let dropped = handles[which % handles.count]
      handles[which % handles.count] = nil
      withExtendedLifetime(dropped) {}
    case .gate(let isOpen): if isGateLiveData { liveGate.data = isOpen } else { gate.send(isOpen) }
    case .insideTheNextCallback(let event): script.append(event)
    case .release:
      let released = action
      action = nil
      withExtendedLifetime(released) {}
    }
  }

  private func say(_ entry: String) {
    log.append(entry)
    if !script.isEmpty { perform(script.removeFirst()) }
  }

  private func makeWork(_ work: ActionModelWork) -> ManualWork {
    let number = works.count
    let here = Unchecked(self)
    let made = ManualWork(work, number: number) { here.object?.say($0) }
    works.append(made)
    say("work \(number) starts")
    return made
  }

  private func announce(_ execution: Execution<String>) {
    let name = "execution \(announcedCount)"
    announcedCount += 1
    listen(to: execution, name)
    say("\(name) is announced")
  }

  private func listen(to execution: Execution<String>, _ name: String) {
    let here = Unchecked(self)
    subscriptions.append(
      execution.sink(
        receiveCompletion: { end in
          if case .failure(let error) = end {
            here.object?.say("\(name) ends: \(Self.name(error))")
          } else {
            here.object?.say("\(name) ends: finished")
          }
        },
        receiveValue: { here.object?.say("\(name) receives \($0)") }))
  }

  private static func name(_ error: ActionError) -> String {
    switch error {
    case .notEnabled: "notEnabled"
    case .underlying: "underlying"
    case .cancelled: "cancelled"
    }
  }
}

/// Work that a test controls, after the events that it sends during the subscription.
final class ManualWork: Publisher, Subscription {
  typealias Output = String
  typealias Failure = any Error

  private let work: ActionModelWork
  private let number: Int
  private let say: (String) -> Void
  private var subscriber: AnySubscriber<String, any Error>?
  private var sentCount = 0

  init(_ work: ActionModelWork, number: Int, say: @escaping (String) -> Void) {
    (self.work, self.number, self.say) = (work, number, say)
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == String, S.Failure == any Error {
    self.subscriber = AnySubscriber(subscriber)
    subscriber.receive(subscription: self)
    for _ in 0..<work.elementCount { send() }
    switch work.end {
    case .finished: end(.finished)
    case .failed: end(.failure(SignalboxCoreTests.Failure("e")))
    case .cancelled: end(.failure(CancellationError()))
    case nil: break
    }
  }

  func send() {
    guard let subscriber else { return }
    sentCount += 1
    _ = subscriber.receive("\(number).\(sentCount)")
  }

  func end(_ end: Subscribers.Completion<any Error>) {
    guard let subscriber else { return }
    self.subscriber = nil
    subscriber.receive(completion: end)
  }

  func request(_ demand: Subscribers.Demand) {}

  func cancel() {
    guard subscriber != nil else { return }
    subscriber = nil
    say("work \(number) is cancelled")
  }
}
