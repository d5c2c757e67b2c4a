/// An event that can be triggered from any thread, as often as you like; it has no memory.
///
/// ```swift
/// let saved = FutureEvent<String>()
/// saved.observe(owner: self) { print("saved \($0)") }
/// saved.trigger("notes.txt")  // prints saved notes.txt
/// ```
public final class FutureEvent<Payload: Sendable>: EventStream<Payload>, @unchecked Sendable {
  /// Creates an event.
  public init() { super.init() }

  /// Tells every observer registered now.
  public func trigger(_ payload: Payload) { send(payload) }
}

extension FutureEvent where Payload == Void {
  /// Tells every observer registered now.
  public func trigger() { trigger(()) }
}
