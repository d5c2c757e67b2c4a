import Testing

@testable import Jobs

@Suite struct ProcessGroupsTests {
  @Test func aNewTableIsEmpty() {
    #expect(ProcessGroups(capacity: 4).identifiers == [])
  }

  @Test func aReservedPlaceIsNoGroupYet() throws {
    let groups = ProcessGroups(capacity: 4)
    let slot = try #require(groups.reserve())
    #expect(groups.identifiers == [])
    groups.enter(1_000_001, at: slot)
    #expect(groups.identifiers == [1_000_001])
    groups.release(slot)
    #expect(groups.identifiers == [])
  }

  @Test func aFullTableHasNoPlace() throws {
    let groups = ProcessGroups(capacity: 1)
    let slot = try #require(groups.reserve())
    #expect(groups.reserve() == nil)
    groups.release(slot)
    #expect(groups.reserve() != nil)
  }

  @Test func manyThreadsNeverShareAPlace() async {
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
