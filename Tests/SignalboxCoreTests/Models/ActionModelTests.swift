import SignalboxCore
import Testing

/// An action beside two lists and a queue. Some events happen inside a callback, others in the middle of a
/// start.
private final class ActionModel: Model {
  private let subject: ActionModelSubject
  private let reference: ActionModelReference

  init(_ random: inout SplitMix) {
    let choices = ActionModelChoices(&random)
    subject = ActionModelSubject(choices)
    reference = ActionModelReference(choices)
  }

  static func event(_ random: inout SplitMix) -> ActionModelEvent {
    random.oneIn(60) ? .release : ActionModelEvent(&random)
  }

  func perform(_ event: ActionModelEvent) throws {
    subject.perform(event)
    reference.perform(event)
    try compare("the events", subject.log, reference.log)
    if let state = subject.state { try compare("the state", state, reference.state) }
  }
}

@Suite(.timeLimit(.minutes(15))) struct ActionModelTests {
  @Test func `an action behaves like two lists and a queue`() {
    expectAgreement(of: ActionModel.self, seeds: 2_000, length: 40)
  }
}
