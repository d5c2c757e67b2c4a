#if canImport(Darwin)
import Darwin
#else
import Glibc
internal import Programs
#endif

/// What is left in the process group of a command whose program has ended and was reaped.
///
/// The number of the group identifies nothing else as long as a process of it exists. A process that has
/// created a session or a group of its own does not belong to it.
struct GroupRest: Sendable {
  let group: Int32

  /// How often the end of the rest is looked for at most, and at least.
  private static let pauses = (first: Duration.milliseconds(2), last: Duration.milliseconds(50))

  /// Whether nothing is left: usually one system call.
  var isEmpty: Bool { !exists || processes.isEmpty }

  /// Whether the group has a process, which may have ended and not be reaped.
  var exists: Bool { kill(-group, 0) == 0 || errno == EPERM }

  /// Its processes that have not ended; none where they cannot be seen.
  var processes: [OutputHolder] {
    #if canImport(Darwin)
    var name = [CTL_KERN, KERN_PROC, KERN_PROC_PGRP, group]
    var size = 0
    guard sysctl(&name, UInt32(name.count), nil, &size, nil, 0) == 0, size > 0 else { return [] }
    var processes = [kinfo_proc](repeating: kinfo_proc(), count: size / MemoryLayout<kinfo_proc>.stride + 8)
    size = processes.count * MemoryLayout<kinfo_proc>.stride
    guard sysctl(&name, UInt32(name.count), &processes, &size, nil, 0) == 0 else { return [] }
    return processes.prefix(size / MemoryLayout<kinfo_proc>.stride)
      .filter { $0.kp_proc.p_stat != SZOMB }
      .map { process in
        let name = withUnsafeBytes(of: process.kp_proc.p_comm) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        return OutputHolder(process: process.kp_proc.p_pid, name: name, isOutOfReach: false)
      }
    #else
    return ProcessStatus.processes.compactMap { process in
      guard let status = ProcessStatus.of(process), status.group == group, !status.isZombie else {
        return nil
      }
      return OutputHolder(process: process, name: status.name, isOutOfReach: false)
    }
    #endif
  }

  /// Sends a signal to all its processes.
  func send(_ signal: Int32) { _ = kill(-group, signal) }

  /// Waits until nothing is left, also in a cancelled task. Returns whether that came within the limit.
  /// - Parameter isHastened: Whether the wait is over at once, asked again and again.
  @discardableResult
  func waitForEnd(atMost limit: Duration, unless isHastened: @Sendable () -> Bool = { false }) async -> Bool {
    let deadline = ContinuousClock.now + limit
    var pause = Self.pauses.first
    while !isEmpty {
      let rest = deadline - .now
      if rest <= .zero || isHastened() { return false }
      let wait = min(pause, rest)
      await Task.detached { try? await Task.sleep(for: wait) }.value
      pause = min(pause * 2, Self.pauses.last)
    }
    return true
  }
}
