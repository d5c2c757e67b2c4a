import SignalboxCore

/// An event of the model's action or of its work.
indirect enum ActionModelEvent {
  case execute(ActionModelWork)
  case element(Int)
  case finish(Int)
  case fail(Int)
  case cancel(Int)
  case cancelAll, cancelWaiting
  case listen(Int)
  case drop(Int)
  case gate(Bool)
  case insideTheNextCallback(ActionModelEvent)
  case release

  init(_ random: inout SplitMix) {
    let which = random.below(6)
    switch random.below(30) {
    case 0...8: self = .execute(ActionModelWork(&random))
    case 9, 10: self = .element(which)
    case 11...13: self = .finish(which)
    case 14: self = .fail(which)
    case 15, 16: self = .cancel(which)
    case 17: self = random.pick(.cancelAll, .cancelWaiting)
    case 18: self = .listen(which)
    case 19: self = .drop(which)
    case 20, 21: self = .gate(random.oneIn(4) ? false : true)
    case 22: self = .gate(random.oneIn(2))
    default: self = .insideTheNextCallback(ActionModelEvent(&random))
    }
  }
}

/// The events that work sends during the subscription. Without an end, it continues.
struct ActionModelWork: Sendable {
  enum End: Sendable { case finished, failed, cancelled }

  let elementCount: Int
  let end: End?

  init(_ random: inout SplitMix) {
    elementCount = random.pick(0, 0, 1, 2)
    end = random.pick(nil, nil, nil, .finished, .failed, .cancelled)
  }
}

/// The parameters of the model's action.
struct ActionModelChoices {
  let policy: WhileExecuting
  let isGateLiveData: Bool

  init(_ random: inout SplitMix) {
    policy = random.pick(
      .reject, .restart, .queue(), .queue(limit: random.below(3)), .concurrent(),
      .concurrent(limit: random.below(3)))
    isGateLiveData = random.oneIn(2)
  }
}
