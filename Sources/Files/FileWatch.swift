public import SignalboxCore

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Tells when what a path leads to may have changed: written, replaced, gone or there again, also by way of links.
///
/// It asks for nothing while nothing happens; the kernel tells. What a machine on the other side of a network drive does,
/// the kernel does not know. Several changes in quick succession are told once.
@MainActor
public final class FileWatch {
  /// Why a file cannot be watched.
  public struct Refusal: Error, Equatable, CustomStringConvertible {
    /// In the system's words.
    public let description: String

    init(code: Int32) { description = String(cString: strerror(code)) }
  }

  private let path: String
  private let onChange: @MainActor () -> Void
  private var notices: Notices?
  private var debounce: Debounce?

  /// Starts watching.
  /// - Parameters:
  ///   - scheduler: runs timers on the main actor.
  ///   - onChange: Called on the main actor, and once without a change too, soon after this: the file may have changed
  ///     between its last reading and the first look at it.
  public init(
    _ path: String, scheduler: any Scheduler & Sendable, onChange: @escaping @MainActor () -> Void
  ) throws(Refusal) {
    self.path = path
    self.onChange = onChange
    let debounce = Debounce(scheduler: scheduler) { [weak self] in self?.tell() }
    self.debounce = debounce
    notices = try Notices { debounce.call() }
    debounce.call()
  }

  /// Tells nothing any more.
  public func close() {
    notices?.close()
    debounce?.cancel()
    (notices, debounce) = (nil, nil)
  }

  /// What comes after the look at the way is told again, so nothing is missed.
  private func tell() {
    // The way may change while it is looked at, but not for ever.
    for _ in 1...3 where notices?.follow(PathTrail(path)) == false {}
    onChange()
  }
}
