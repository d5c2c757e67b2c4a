import SignalboxCore

/// A room whose messages are written down one after the other, and none of which is lost.
///
/// Events have no memory: what matters is that the iterator exists before the first message, and that its
/// buffer is large enough for a slow disk. The iterator is therefore created in the initializer, where the
/// room begins, and not in the task, which may start later.
final class ChatRoom: Sendable {
  struct Message: Sendable, Equatable {
    let author: String
    let text: String
  }

  /// For everybody who is in the room. Whoever comes later reads the log.
  let messages: EventStream<Message>
  private let said = FutureEvent<Message>()
  /// Ends when the room is released and everything that was said in it is written down.
  let writing: Task<Void, Never>

  /// - Parameter write: Writes a message down. The next one waits until it returns.
  init(executor: (any TaskExecutor)? = nil, write: @escaping @Sendable (Message) async -> Void) {
    messages = said.readOnly
    var iterator = said.values(buffering: .unbounded).makeAsyncIterator()
    writing = Task(executorPreference: executor) {
      while let message = await iterator.next() { await write(message) }
    }
  }

  func say(_ text: String, as author: String) { said.trigger(Message(author: author, text: text)) }
}
