import CProcess

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The number of threads that this process may have. Where it is limited, they count with all processes and
/// threads of the user.
package enum ThreadLimit {
  /// How many threads a front end or a box may need at once.
  private static let needed: Int32 = 20

  /// Why the program cannot begin: Dispatch, which runs most of it, waits for ever for a thread that the
  /// system refuses, with all signals blocked. Nil if there are enough.
  ///
  /// Call this before Dispatch is used.
  package static var refusal: String? {
    let code = threads_try(needed)
    return code == 0
      ? nil : "cannot start: \(String(cString: strerror(code))): too many processes or threads\(words)"
  }

  /// The limit, as a part of a message.
  static var words: String {
    var limit = rlim_t()
    guard process_limit(number, &limit) == 0, limit < rlim_t(Int64.max) else { return "" }
    return " (limit: \(limit), see ulimit -u)"
  }

  /// The number of this limit in the system.
  private static var number: Int32 {
    #if canImport(Darwin)
    RLIMIT_NPROC
    #else
    Int32(__RLIMIT_NPROC.rawValue)
    #endif
  }
}
