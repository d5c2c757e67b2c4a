public import SignalboxCore

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Notifies when the file that a path resolves to may have changed: it was written, replaced, deleted or
/// created, or a symbolic link on the path has changed.
///
/// It does not poll; the kernel reports events. Changes made by another machine on a network file system are
/// not reported, because the kernel does not know about them. Several changes in quick succession cause one
/// notification.
@MainActor
public final class FileWatch {
  /// Why a file cannot be watched.
  public struct Refusal: Error, Equatable, CustomStringConvertible {
    /// The error message of the system.
    public let description: String

    init(code: Int32) { description = String(cString: strerror(code)) }
  }

  private let path: String
  private let entries: [String]
  private let onChange: @MainActor () -> Void
  private var notices: Notices?
  private var debounce: Debounce?

  /// Starts watching.
  /// - Parameters:
  /// - entries: Other paths, which are only watched for being created, deleted or replaced, not written.
  /// - scheduler: Schedules timers on the main actor.
  /// - onChange: Called on the main actor. It is also called once soon after initialization without a
  ///   change, because the file may have changed after the caller last read it and before it was watched.
  public init(
    _ path: String, entries: [String] = [], scheduler: any Scheduler & Sendable,
    onChange: @escaping @MainActor () -> Void
  ) throws(Refusal) {
    self.path = path
    self.entries = entries
    self.onChange = onChange
    let debounce = Debounce(scheduler: scheduler) { [weak self] in self?.notify() }
    self.debounce = debounce
    notices = try Notices { debounce.call() }
    debounce.call()
  }

  /// Stops watching. `onChange` is not called any more.
  public func close() {
    notices?.close()
    debounce?.cancel()
    (notices, debounce) = (nil, nil)
  }

  /// Changes after the path was resolved cause another notification, so none is missed.
  private func notify() {
    // The path may change while it is being resolved, so this is retried a few times.
    for _ in 1...3 where notices?.follow(trail) == false {}
    onChange()
  }

  private var trail: PathTrail {
    var trail = PathTrail(path)
    for entry in entries { trail.addEntries(of: PathTrail(entry)) }
    return trail
  }
}
