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
/// Linux could tell them (`PR_SET_PDEATHSIG`), but only if asked by the child between fork and exec, where Subprocess
/// runs no code of its user on Linux, and it would strike when the *thread* that forked ends.
public final class ProcessGroups: Sendable {
  /// The table that commands are entered in by default.
  public static let shared = ProcessGroups()

  /// A place in the table that is taken for one command until `release`.
  struct Slot: Sendable {
    fileprivate let index: Int
  }

  private static let free: Int32 = 0
  private static let reserved: Int32 = -1
  /// Reserved, and to be killed as soon as it is entered.
  private static let doomed: Int32 = -2

  private let capacity: Int
  private nonisolated(unsafe) let table: UnsafeMutablePointer<Atomic<Int32>>

  /// - Parameter capacity: How many commands can run at once.
  public init(capacity: Int = 1024) {
    self.capacity = capacity
    table = .allocate(capacity: capacity)
    for index in 0..<capacity { (table + index).initialize(to: Atomic(Self.free)) }
  }

  deinit {
    table.deinitialize(count: capacity)
    table.deallocate()
  }

  /// The process groups in the table now.
  public var identifiers: [Int32] {
    (0..<capacity).map { table[$0].load(ordering: .acquiring) }.filter { $0 > 0 }
  }

  /// Ends every process of every group by SIGKILL, at once, or as soon as it has started. Safe in a signal handler.
  public func killAll() {
    // An iterator could allocate in a debug build.
    var index = 0
    while index < capacity {
      let (_, group) = table[index].compareExchange(
        expected: Self.reserved, desired: Self.doomed, ordering: .acquiringAndReleasing)
      if group > 0 { kill(-group, SIGKILL) }
      index += 1
    }
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
    if before == Self.doomed { kill(-group, SIGKILL) }
  }

  /// Forgets the group but keeps the place.
  ///
  /// To be called before the leader is reaped: until then its number cannot mean another process.
  func leave(_ slot: Slot) {
    table[slot.index].store(Self.reserved, ordering: .releasing)
  }

  /// Gives the place back, once.
  func release(_ slot: Slot) {
    table[slot.index].store(Self.free, ordering: .releasing)
  }
}
