#if os(Linux)
import CProcess
import Dispatch
import Glibc
import Synchronization

/// Tells which descriptors can be read or written, by one epoll instance and a thread that waits for it.
///
/// Dispatch watches descriptors by epoll as well, but on Linux a source whose descriptor hangs up can be
/// released by the main queue while the thread of Dispatch still uses it, which crashes the process now and
/// then. That thread also has to wake another one for each event. The thread of this class runs the main
/// queue itself while that has nothing else to do, so that no second thread is between a key and its picture.
final class DescriptorEvents: Sendable {
  /// Nil if no descriptor or thread is left for it now. A later use may succeed.
  static var shared: DescriptorEvents? { started.value }
  private static let started = FirstSuccess { try DescriptorEvents() }

  typealias Handler = @MainActor @Sendable () -> Void

  /// What somebody wants to know of a descriptor.
  private struct Interest {
    var readable: Handler?
    var writable: Handler?
    /// Distinguishes it from that of an earlier file with the same number.
    let number: UInt32
  }

  private struct State {
    var interests: [Int32: Interest] = [:]
    var lastNumber: UInt32 = 0
  }

  private let descriptor: Int32
  private let state = Mutex(State())
  /// The most events of a turn of the main queue.
  private static let batch = 64

  private init() throws(SystemCallError) {
    let descriptor = descriptor_events_open()
    guard descriptor >= 0 else { throw SystemCallError("epoll_create1", errno) }
    self.descriptor = descriptor
    do {
      // The stack of a thread of Dispatch, because the main actor works on it.
      try DedicatedThread.start("signalbox.events", stackSize: 8 * 1024 * 1024, takesSignals: false) {
        self.run()
      }
    } catch {
      Descriptor.close(descriptor)
      throw error
    }
  }

  /// Waits for events without end, and delivers them on the main queue.
  private func run() {
    while true {
      descriptor_events_wait(descriptor)
      // Dispatch calls this on the present thread if the main queue is idle, and later otherwise.
      DispatchQueue.main.sync { MainActor.assumeIsolated { deliver() } }
    }
  }

  /// Begins or ends to call a handler while a descriptor is ready, on the main actor. When it hangs up or
  /// fails, both its handlers are called.
  func set(_ event: DescriptorSource.Event, of file: Int32, _ handler: Handler?) {
    state.withLock { state in
      let before = state.interests[file]
      var interest = before ?? Interest(number: state.lastNumber &+ 1)
      if before == nil { state.lastNumber = interest.number }
      switch event {
      case .readable: interest.readable = handler
      case .writable: interest.writable = handler
      }
      let (isReadable, isWritable) = (interest.readable != nil, interest.writable != nil)
      state.interests[file] = isReadable || isWritable ? interest : nil
      let tag = UInt64(interest.number) << 32 | UInt64(UInt32(bitPattern: file))
      _ = descriptor_events_set(descriptor, file, isReadable ? 1 : 0, isWritable ? 1 : 0, tag)
    }
  }

  @MainActor
  private func deliver() {
    var events = [descriptor_event](repeating: descriptor_event(), count: Self.batch)
    let count = descriptor_events_take(descriptor, &events, Int32(events.count))
    for event in events.prefix(max(0, Int(count))) {
      let (file, number) = (Int32(truncatingIfNeeded: event.tag), UInt32(event.tag >> 32))
      if event.readable != 0 { interest(file, number)?.readable?() }
      // The first handler may have ended the interest.
      if event.writable != 0 { interest(file, number)?.writable?() }
    }
  }

  private func interest(_ file: Int32, _ number: UInt32) -> Interest? {
    state.withLock { $0.interests[file] }.flatMap { $0.number == number ? $0 : nil }
  }
}
#endif
