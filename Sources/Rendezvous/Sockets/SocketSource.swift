internal import Dispatch

/// Calls a handler on the main actor while a socket is ready, when it is switched on.
///
/// The descriptor must stay open until the source is cancelled, which happens soon after this object is
/// released: otherwise, the events of the next file with the same number would arrive here.
final class SocketSource {
  enum Event {
    case readable, writable
  }

  private let source: any DispatchSourceProtocol
  private var isOn = false

  /// - Parameter onCancelled: Called on the main queue when the source does not use the descriptor any more.
  init(
    _ event: Event, _ descriptor: Int32, handler: @escaping @Sendable @MainActor () -> Void,
    onCancelled: @escaping @Sendable () -> Void
  ) {
    source =
      switch event {
      case .readable: DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
      case .writable: DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: .main)
      }
    source.setEventHandler { @Sendable in MainActor.assumeIsolated(handler) }
    source.setCancelHandler { @Sendable in onCancelled() }
  }

  deinit {
    source.cancel()
    // A source that is suspended is never cancelled.
    if !isOn { source.resume() }
  }

  /// Switches the source on or off. A new source is off.
  func setOn(_ isOn: Bool) {
    guard isOn != self.isOn else { return }
    self.isOn = isOn
    if isOn { source.resume() } else { source.suspend() }
  }
}
