import Synchronization

#if canImport(System)
import System
#else
import SystemPackage
#endif

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The number of descriptors that this process may have open. Each running command needs at least one.
package enum DescriptorLimit {
  /// The number of descriptors that commands leave to the rest of the program: to timers and files.
  private static let reserve: rlim_t = 16

  /// The soft limit before it was raised; 0 if it was not raised.
  private static let original = Atomic<UInt64>(0)

  /// Raises the soft limit to the hard one, which needs no privilege. Commands still receive the limit that
  /// this process was started with, because a program that uses `select` fails with higher descriptors.
  ///
  /// Call this once, at the start of the program.
  package static func raise() {
    guard var limit = current else { return }
    let before = limit.rlim_cur
    #if canImport(Darwin)
    // The system refuses more than this, although it may report that there is no hard limit.
    limit.rlim_cur = min(limit.rlim_max, rlim_t(OPEN_MAX))
    #else
    limit.rlim_cur = limit.rlim_max
    #endif
    guard limit.rlim_cur > before, setrlimit(resource, &limit) == 0 else { return }
    original.store(UInt64(before), ordering: .releasing)
  }

  /// The soft limit of commands; 0 for the limit of this process.
  static var ofChildren: rlim_t { rlim_t(original.load(ordering: .acquiring)) }

  /// Throws if almost no descriptors are left.
  /// - Parameter newest: A descriptor that was just opened. The system assigns the lowest free number.
  static func checkReserve(newest: FileDescriptor) throws(SpawnError) {
    guard let limit = current?.rlim_cur else { return }
    if rlim_t(newest.rawValue) >= limit - min(reserve, limit / 4) {
      throw SpawnError(.descriptors, .tooManyOpenFiles)
    }
  }

  /// Why the program cannot begin: Dispatch, which delivers events to it, aborts a process that has no
  /// descriptor left. Nil if there are enough.
  package static var refusal: String? {
    guard let limit = current?.rlim_cur else { return nil }
    return lowestFree.map { rlim_t($0) + neededAtStart > limit } ?? true ? message : nil
  }

  /// The message that no descriptor is left; nil if one is.
  package static var exhaustion: String? { lowestFree == nil ? message : nil }

  private static var message: String { "too many open files\(words)" }

  /// The system assigns the lowest free number.
  private static var lowestFree: Int32? {
    let lowest = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
    if lowest >= 0 { close(lowest) }
    return lowest >= 0 ? lowest : nil
  }

  /// The descriptors of Dispatch, of the signals and of what is watched.
  private static let neededAtStart: rlim_t = 6

  /// The limit, as a part of a message.
  static var words: String { current.map { " (limit: \($0.rlim_cur), see ulimit -n)" } ?? "" }

  /// The limits of this process. The soft one applies.
  static var current: rlimit? {
    var limit = rlimit()
    return getrlimit(resource, &limit) == 0 ? limit : nil
  }

  /// The number of this limit in the system.
  static var number: Int32 {
    #if canImport(Darwin)
    RLIMIT_NOFILE
    #else
    Int32(RLIMIT_NOFILE.rawValue)
    #endif
  }

  #if canImport(Darwin)
  private static var resource: Int32 { RLIMIT_NOFILE }
  #else
  private static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
  #endif
}
