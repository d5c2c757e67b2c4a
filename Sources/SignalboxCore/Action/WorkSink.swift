/// Receives the elements of work, and then its end. Calls after the end have no effect.
///
/// This is an abstract class with the subclass ``ActionRun``: a call costs no closure, and what runs is its
/// own sink.
///
/// `@unchecked Sendable`, because a class that is not final cannot be checked: it has no properties.
class WorkSink<Element: Sendable>: @unchecked Sendable {
  func receive(_ element: Element) { preconditionFailure("WorkSink is abstract") }

  func end(_ end: Subscribers.Completion<ActionError>) { preconditionFailure("WorkSink is abstract") }

  /// Ends with an error, or as cancelled if the error represents a cancellation.
  final func fail(_ error: any Error) {
    end(.failure(error.isCancellation ? .cancelled : .underlying(error)))
  }
}
