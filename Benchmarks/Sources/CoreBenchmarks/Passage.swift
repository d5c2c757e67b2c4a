import SignalboxCore

/// Elements that are sent through a subject and operators.
final class Passage {
  private let subject = PassthroughSubject<Int, Never>()
  private let subscription: AnyCancellable
  private var element = 0

  init(_ operators: (PassthroughSubject<Int, Never>) -> AnyPublisher<Int, Never>) {
    subscription = operators(subject).sink { blackHole($0) }
  }

  /// Sends one element, another one each time.
  func send() {
    element &+= 1
    subject.send(element)
  }
}
