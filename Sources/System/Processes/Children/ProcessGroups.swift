import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The process groups of all running commands, so that none outlives the program.
///
/// A table of fixed size without locks: `killAll()` does not allocate or block, and is safe in a signal
/// handler, such as that of a crash.
///
/// It does not cover two cases. A descendant that created a session of its own has left its group;
/// ``OpenOutputs`` can name it. And if the program itself is killed by SIGKILL, its commands continue unless
/// they have a ``Keeper``. Linux could end them (`PR_SET_PDEATHSIG`), but only the leader of each group, and
/// already when the *thread* that created the process ends.
package final class ProcessGroups: Sendable {
  /// The table that commands use by default.
  package static let shared = ProcessGroups()

  /// An entry of the table that is reserved for one command until `release`.
  struct Slot: Sendable {
    fileprivate let index: Int
  }

  private static let free: Int32 = 0
  private static let reserved: Int32 = -1
  /// Reserved, and killed as soon as a group is entered.
  private static let doomed: Int32 = -2
  // While a group is signalled, the table has its negative number, which is less than these constants: no
  // group has a number below 3, because 1 is the first process of the system and 2 a thread of the kernel.

  private let capacity: Int
  private let sendSignal: @convention(c) (pid_t, Int32) -> Int32
  private nonisolated(unsafe) let table: UnsafeMutablePointer<Atomic<Int32>>

  /// - Parameter capacity: The number of commands that can run at once.
  package convenience init(capacity: Int = 1024) {
    self.init(capacity: capacity, sendSignal: kill)
  }

  /// - Parameter sendSignal: Replaces `kill` in a test.
  init(capacity: Int, sendSignal: @escaping @convention(c) (pid_t, Int32) -> Int32) {
    self.capacity = capacity
    self.sendSignal = sendSignal
    table = .allocate(capacity: capacity)
    for index in 0..<capacity { (table + index).initialize(to: Atomic(Self.free)) }
  }

  deinit {
    table.deinitialize(count: capacity)
    table.deallocate()
  }

  /// The process groups in the table now.
  package var identifiers: [Int32] {
    (0..<capacity).map { table[$0].load(ordering: .acquiring) }.filter { $0 > 0 }
  }

  /// Kills every process of every group, at once or as soon as it has started. Safe in a signal handler.
  package func killAll() {
    // An iterator could allocate in a debug build.
    var index = 0
    while index < capacity {
      let (_, group) = table[index].compareExchange(
        expected: Self.reserved, desired: Self.doomed, ordering: .acquiringAndReleasing)
      if group > 0 { end(group, at: index) }
      index += 1
    }
  }

  /// Signals a group unless it has left, and keeps it from leaving meanwhile.
  private func end(_ group: Int32, at index: Int) {
    let (isHeld, _) = table[index].compareExchange(
      expected: group, desired: -group, ordering: .acquiringAndReleasing)
    guard isHeld else { return }
    _ = sendSignal(-group, SIGKILL)
    table[index].store(group, ordering: .releasing)
  }

  /// Reserves an entry before the command starts; nil if the table is full.
  func reserve() -> Slot? {
    for index in 0..<capacity {
      let (exchanged, _) = table[index].compareExchange(
        expected: Self.free, desired: Self.reserved, ordering: .acquiringAndReleasing)
      if exchanged { return Slot(index: index) }
    }
    return nil
  }

  /// Enters the group of the command that has started, and kills it if `killAll` was called in between.
  func enter(_ group: Int32, at slot: Slot) {
    let before = table[slot.index].exchange(group, ordering: .acquiringAndReleasing)
    if before == Self.doomed { _ = sendSignal(-group, SIGKILL) }
  }

  /// Removes the group but keeps the entry reserved. If `killAll()` is signalling the group, returns after
  /// that.
  ///
  /// Call this when no process of the group is left, or before the leader is reaped: until then its number
  /// cannot identify another process.
  func leave(_ slot: Slot) {
    while true {
      let group = table[slot.index].load(ordering: .acquiring)
      if group < Self.doomed {
        sched_yield()
        continue
      }
      let (hasLeft, _) = table[slot.index].compareExchange(
        expected: group, desired: Self.reserved, ordering: .acquiringAndReleasing)
      if hasLeft { return }
    }
  }

  /// Frees the entry. Call this once.
  func release(_ slot: Slot) {
    table[slot.index].store(Self.free, ordering: .releasing)
  }
}
