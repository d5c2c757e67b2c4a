import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Processes

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite(.timeLimit(.minutes(15))) struct ProcessGroupsTests {
  @Test func `a new table is empty`() {
    #expect(ProcessGroups(capacity: 4).identifiers == [])
  }

  @Test func `a reserved entry is no group yet`() throws {
    let groups = ProcessGroups(capacity: 4)
    let slot = try #require(groups.reserve())
    #expect(groups.identifiers == [])
    groups.enter(1_000_001, at: slot)
    #expect(groups.identifiers == [1_000_001])
    groups.release(slot)
    #expect(groups.identifiers == [])
  }

  @Test func `a group that has ended keeps its entry reserved`() throws {
    let groups = ProcessGroups(capacity: 1)
    let slot = try #require(groups.reserve())
    groups.enter(1_000_001, at: slot)
    groups.leave(slot)
    #expect(groups.identifiers == [])
    #expect(groups.reserve() == nil)
  }

  @Test(.timeLimit(.minutes(15)))
  func `a command that is starting is killed when it has started`() async throws {
    let recorder = CommandRecorder()
    let task = Task {
      await CommandRunner(groups: ProcessGroups(capacity: 1))
        .run(.shell("echo $$; exec sleep 1000"), onLines: recorder.receive)
    }
    let leader = try #require(Int32(await recorder.line { _ in true }))
    let groups = ProcessGroups(capacity: 2)
    let slot = try #require(groups.reserve())

    groups.killAll()
    groups.enter(leader, at: slot)

    await expectEqual(task.value, .signalled(SIGKILL))
  }

  @Test func `a full table has no free entry`() throws {
    let groups = ProcessGroups(capacity: 1)
    let slot = try #require(groups.reserve())
    #expect(groups.reserve() == nil)
    groups.release(slot)
    #expect(groups.reserve() != nil)
  }

  @Test(.timeLimit(.minutes(15)))
  func `a group is not signalled after it has left`() throws {
    let groups = ProcessGroups(capacity: 1, sendSignal: Signalled.record)
    Thread { while !Signalled.isOver.load(ordering: .acquiring) { groups.killAll() } }.start()
    defer { Signalled.isOver.store(true, ordering: .releasing) }
    var number: Int32 = 1_000_000
    while Signalled.count.load(ordering: .relaxed) < 5_000 {
      number += 1
      let slot = try #require(groups.reserve())
      groups.enter(number, at: slot)
      groups.leave(slot)
      Signalled.lastThatLeft.store(number, ordering: .sequentiallyConsistent)
      groups.release(slot)
    }
    #expect(Signalled.lateCount.load(ordering: .relaxed) == 0)
  }

  @Test func `many threads never share an entry`() async {
    let groups = ProcessGroups(capacity: 64)
    await withTaskGroup(of: Void.self) { tasks in
      for number in Int32(1)...8 {
        tasks.addTask {
          for _ in 0..<1000 {
            guard let slot = groups.reserve() else {
              Issue.record("there is room for all")
              return
            }
            groups.enter(number, at: slot)
            #expect(groups.identifiers.filter { $0 == number }.count == 1)
            groups.release(slot)
          }
        }
      }
    }
    #expect(groups.identifiers == [])
  }
}

/// Records the groups that a table has signalled, instead of signalling processes. The numbers of groups only
/// increase.
private enum Signalled {
  static let lastThatLeft = Atomic<Int32>(0)
  static let count = Atomic(0)
  /// The number of groups that were signalled after they had left.
  static let lateCount = Atomic(0)
  static let isOver = Atomic(false)

  static let record: @convention(c) (pid_t, Int32) -> Int32 = { target, _ in
    // The thread that signals the group may be interrupted here.
    sched_yield()
    count.add(1, ordering: .relaxed)
    let isLate = -target <= lastThatLeft.load(ordering: .sequentiallyConsistent)
    if isLate { lateCount.add(1, ordering: .relaxed) }
    return 0
  }
}
