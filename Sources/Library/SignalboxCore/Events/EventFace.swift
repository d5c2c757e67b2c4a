/// An event as those see it who must not trigger it: they cannot cast it to the class that can.
///
/// `@unchecked Sendable`, because its superclass is: its own property is a constant.
private final class EventFace<Payload: Sendable>: EventStream<Payload>, @unchecked Sendable {
  private let event: EventStream<Payload>

  init(of event: EventStream<Payload>) {
    self.event = event
    super.init(sharing: event.broadcast)
  }

  override var origin: EventStream<Payload> { event }

  override func add(_ recipient: Recipient<Payload>) -> Bool { event.add(recipient) }
}

extension FutureEvent {
  /// The same event without `trigger`, for code that only observes. It retains the event, and cannot be cast
  /// back to it.
  public var readOnly: EventStream<Payload> { EventFace(of: self) }
}

extension SingleEvent {
  /// The same event without `trigger`, for code that only observes. It retains the event, and cannot be cast
  /// back to it.
  public var readOnly: EventStream<Payload> { EventFace(of: self) }
}
