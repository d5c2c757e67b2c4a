import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The process groups of all commands that run, so that none outlives the program.
///
/// A table of fixed size without locks: `killAll()` allocates nothing, waits for nothing and may be called in a
/// signal handler, as a crash guard does.
///
/// Two cases are out of its reach. A descendant that made a session of its own is in no group of ours; ``OpenOutputs``
/// can name it. And nothing runs here when the program itself ends by SIGKILL: the commands then go on without it.
/// Linux could end them (`PR_SET_PDEATHSIG`), but only the leader of each group, and it would strike when the *thread*
/// that created the process ends.
package final class ProcessGroups: Sendable {
  /// The table that commands are entered in by default.
  package static let shared = ProcessGroups()

  /// A place in the table that is taken for one command until `release`.
  struct Slot: Sendable {
    fileprivate let index: Int
  }

  private static let free: Int32 = 0
  private static let reserved: Int32 = -1
  /// Reserved, and to be killed as soon as it is entered.
  private static let doomed: Int32 = -2
  // A group that is being killed is in the table as its negative number, which is below these: no number of a group is
  // below 3, because 1 is the first process of the system and 2 a thread of the kernel.

  private let capacity: Int
  private let sendSignal: @convention(c) (pid_t, Int32) -> Int32
  private nonisolated(unsafe) let table: UnsafeMutablePointer<Atomic<Int32>>

  /// - Parameter capacity: How many commands can run at once.
  package convenience init(capacity: Int = 1024) {
    self.init(capacity: capacity, sendSignal: kill)
  }

  /// - Parameter sendSignal: Takes the place of `kill` in a test.
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

  /// Ends every process of every group by SIGKILL, at once, or as soon as it has started. Safe in a signal handler.
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

  /// Holds the group in the table while it is signalled, unless it has left.
  private func end(_ group: Int32, at index: Int) {
    let (isHeld, _) = table[index].compareExchange(
      expected: group, desired: -group, ordering: .acquiringAndReleasing)
    guard isHeld else { return }
    _ = sendSignal(-group, SIGKILL)
    table[index].store(group, ordering: .releasing)
  }

  /// Takes a place before the command starts; nil when the table is full.
  func reserve() -> Slot? {
    for index in 0..<capacity {
      let (exchanged, _) = table[index].compareExchange(
        expected: Self.free, desired: Self.reserved, ordering: .acquiringAndReleasing)
      if exchanged { return Slot(index: index) }
    }
    return nil
  }

  /// Enters the group of the command that has started, and kills it if `killAll` came in between.
  func enter(_ group: Int32, at slot: Slot) {
    let before = table[slot.index].exchange(group, ordering: .acquiringAndReleasing)
    if before == Self.doomed { _ = sendSignal(-group, SIGKILL) }
  }

  /// Forgets the group but keeps the place; returns after a `killAll()` that has just taken the group has signalled it.
  ///
  /// To be called before the leader is reaped: until then its number cannot mean another process.
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

  /// Gives the place back, once.
  func release(_ slot: Slot) {
    table[slot.index].store(Self.free, ordering: .releasing)
  }
}
