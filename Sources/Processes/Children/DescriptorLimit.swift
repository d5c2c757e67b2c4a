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

/// How many descriptors this process may have open. Each running command needs one.
package enum DescriptorLimit {
  /// How many descriptors commands leave to the rest of the program: its timers, its files, the end of other commands.
  private static let reserve: rlim_t = 16

  /// The soft limit before it was raised; 0 while it was not.
  private static let original = Atomic<UInt64>(0)

  /// Raises the soft limit to the hard one, which needs no privilege. Commands still get the limit that this process was
  /// started with: a program that uses `select` fails with higher descriptors.
  ///
  /// To be called once, at the start of the program.
  package static func raise() {
    guard var limit = current else { return }
    let before = limit.rlim_cur
    #if canImport(Darwin)
    // The system refuses more than this, though its hard limit may say that there is none.
    limit.rlim_cur = min(limit.rlim_max, rlim_t(OPEN_MAX))
    #else
    limit.rlim_cur = limit.rlim_max
    #endif
    guard limit.rlim_cur > before, setrlimit(resource, &limit) == 0 else { return }
    original.store(UInt64(before), ordering: .releasing)
  }

  /// The soft limit of commands; 0 if it is that of this process.
  static var ofChildren: rlim_t { rlim_t(original.load(ordering: .acquiring)) }

  /// Throws if there are hardly any descriptors left.
  /// - Parameter newest: A descriptor that was opened just now. The system gives out the lowest number that is free.
  static func checkReserve(newest: FileDescriptor) throws(SpawnError) {
    guard let limit = current?.rlim_cur else { return }
    if rlim_t(newest.rawValue) >= limit - min(reserve, limit / 4) {
      throw SpawnError(.descriptors, .tooManyOpenFiles)
    }
  }

  /// The limits of this process, of which the soft one holds.
  static var current: rlimit? {
    var limit = rlimit()
    return getrlimit(resource, &limit) == 0 ? limit : nil
  }

  #if canImport(Darwin)
  private static var resource: Int32 { RLIMIT_NOFILE }
  #else
  private static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
  #endif
}
