import Dispatch

/// Calls a handler on the main actor while a descriptor is ready, when it is switched on.
///
/// The descriptor must stay open until the source is cancelled, which happens soon after this object is
/// released: otherwise, the events of the next file with the same number could arrive here.
package final class DescriptorSource {
  package enum Event: Sendable {
    /// There is something to read, or the end.
    case readable
    /// There is room to write, or nobody reads any more.
    case writable
  }

  /// False if no descriptor is left for what all sources of the process need. A later question may succeed.
  package static var isAvailable: Bool {
    #if os(Linux)
    DescriptorEvents.shared != nil
    #else
    true
    #endif
  }

  private var isOn = false
  private let onCancelled: @Sendable () -> Void

  #if os(Linux)
  private let event: Event
  private let descriptor: Int32
  private let handler: @Sendable @MainActor () -> Void

  /// A new source is off.
  /// - Parameter onCancelled: Called on the main queue when the source does not use the descriptor any more.
  package init(
    _ event: Event, _ descriptor: Int32, handler: @escaping @Sendable @MainActor () -> Void,
    onCancelled: @escaping @Sendable () -> Void = {}
  ) {
    (self.event, self.descriptor) = (event, descriptor)
    (self.handler, self.onCancelled) = (handler, onCancelled)
  }

  deinit {
    setOn(false)
    DispatchQueue.main.async(execute: onCancelled)
  }

  /// Switches the source on or off.
  package func setOn(_ isOn: Bool) {
    guard isOn != self.isOn, let events = DescriptorEvents.shared else { return }
    self.isOn = isOn
    events.set(event, of: descriptor, isOn ? handler : nil)
  }
  #else
  private let source: any DispatchSourceProtocol

  package init(
    _ event: Event, _ descriptor: Int32, handler: @escaping @Sendable @MainActor () -> Void,
    onCancelled: @escaping @Sendable () -> Void = {}
  ) {
    source =
      switch event {
      case .readable: DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
      case .writable: DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: .main)
      }
    self.onCancelled = onCancelled
    source.setEventHandler { @Sendable in MainActor.assumeIsolated(handler) }
    source.setCancelHandler { @Sendable in onCancelled() }
  }

  deinit {
    source.cancel()
    // A source that is suspended is never cancelled.
    if !isOn { source.resume() }
  }

  package func setOn(_ isOn: Bool) {
    guard isOn != self.isOn else { return }
    self.isOn = isOn
    if isOn { source.resume() } else { source.suspend() }
  }
  #endif
}
