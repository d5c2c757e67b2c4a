/// An event that can be triggered any number of times, on any thread. It does not store its payloads.
///
/// ```swift
/// let saved = FutureEvent<String>()
/// saved.observe(owner: self) { print("saved \($0)") }
/// saved.trigger("notes.txt")  // prints saved notes.txt
/// ```
public final class FutureEvent<Payload: Sendable>: EventStream<Payload>, @unchecked Sendable {
  // `@unchecked Sendable`, because the superclass is.

  /// Creates an event.
  public init() { super.init() }

  /// Delivers the event to all observers.
  public func trigger(_ payload: Payload) { send(payload) }
}

extension FutureEvent where Payload == Void {
  /// Delivers the event to all observers.
  public func trigger() { trigger(()) }
}
