import Testing

@testable import SignalboxCore

@Suite(.timeLimit(.minutes(15))) struct ActivityRegistryTests {
  private var registry = ActivityRegistry<String>()

  private mutating func begin(_ value: String?) -> UInt64 { registry.begin(value: value, since: .zero).id }

  @Test mutating func `identifiers increase`() {
    #expect([begin(nil), begin("a"), begin(nil)] == [1, 2, 3])
  }

  @Test mutating func `only changes of what is shown are reported`() {
    let first = registry.begin(value: "a", since: .zero)
    let second = registry.begin(value: "b", since: .zero)
    #expect(first.isShown)
    #expect(!second.isShown)
    #expect(registry.update(second.id, value: "c")?.isShown == false)
    #expect(registry.update(first.id, value: nil)?.isShown == true)
    #expect(registry.shownValue == "c")
    #expect(registry.update(first.id, value: "d")?.isShown == true)
    #expect(registry.shownValue == "d")
  }

  @Test mutating func `updates after the end have no effect`() {
    let id = begin("a")
    #expect(registry.end(id)?.old == "a")
    #expect(registry.end(id) == nil)
    #expect(registry.update(id, value: "b") == nil)
    #expect(registry.value(of: id) == nil)
    #expect(registry.isIdle)
  }

  @Test mutating func `unknown identifiers change nothing`() {
    #expect(registry.end(0) == nil)
    _ = begin(nil)
    #expect(registry.end(0) == nil)
    #expect(registry.end(2) == nil)
  }

  @Test mutating func `the first value is found whichever activities end`() {
    var ids: [UInt64] = []
    for number in 0..<1_000 { ids.append(begin("\(number)")) }
    for (number, id) in ids.enumerated() where number % 7 != 3 { _ = registry.end(id) }
    #expect(registry.shownValue == "3")
    #expect(registry.runningCount == 143)
    for (number, id) in ids.enumerated() where number % 7 == 3 {
      #expect(registry.value(of: id) == "\(number)")
      #expect(registry.shownValue == "\(number)")
      _ = registry.end(id)
    }
    #expect(registry.isIdle)
    #expect(registry.shownValue == nil)
  }

  @Test mutating func `gaps are closed so that memory stays bounded`() {
    let first = begin("first")
    var last = begin(nil)
    for _ in 0..<10_000 {
      let next = begin("x")
      _ = registry.end(last)
      last = next
    }
    #expect(registry.entries.count <= 34)
    #expect(registry.shownValue == "first")
    _ = registry.end(first)
    #expect(registry.shownValue == "x")
  }
}
