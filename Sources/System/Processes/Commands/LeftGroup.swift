import CProcess
package import Programs

#if canImport(System)
package import Programs
import System
#else
import SystemPackage
#endif

/// What a command has left running in its process group, because its board wants that.
///
/// The keeper ends it if this process ends, as it ends commands.
package final class LeftGroup: Sendable {
  private let rest: GroupRest
  private let signal: Int32
  private let gracePeriod: Duration
  private let release: @Sendable () -> Void

  /// The processes that were left.
  package let processes: OutputHolders

  /// - Parameters:
  ///   - signal: What asks it to end.
  ///   - release: Called once, when nothing is left any more.
  init(
    _ rest: GroupRest, _ processes: OutputHolders, signal: Int32, gracePeriod: Duration,
    release: @escaping @Sendable () -> Void
  ) {
    self.rest = rest
    self.processes = processes
    self.signal = signal
    self.gracePeriod = gracePeriod
    self.release = release
  }

  /// How often its end is looked for where the system does not report it.
  private static let interval = Duration.seconds(1)

  /// Returns when nothing is left any more. Call this once.
  package func waitUntilEnded() async {
    while let process = rest.processes.first?.process {
      let watch = process_watch(process)
      if watch >= 0, let thread = OutputThread.shared {
        await thread.waitUntilReadable(FileDescriptor(rawValue: watch))
        Descriptor.close(watch)
        // Its parent may reap it a moment later.
        await rest.waitForEnd(atMost: .milliseconds(10))
      } else {
        if watch >= 0 { Descriptor.close(watch) }
        try? await Task.sleep(for: Self.interval)
      }
    }
    release()
  }

  /// Ends it as its command would be stopped, and returns when nothing is left, or will not end.
  package func end() async {
    await StopSequence(signal: signal).end(rest, gracePeriod: gracePeriod)
  }
}
