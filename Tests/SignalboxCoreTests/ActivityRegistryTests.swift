import Testing

@testable import SignalboxCore

@Suite struct ActivityRegistryTests {
  private var registry = ActivityRegistry<String>()

  private mutating func begin(_ value: String?) -> UInt64 { registry.begin(value: value, since: .zero).id }

  @Test mutating func identifiersRise() {
    #expect([begin(nil), begin("a"), begin(nil)] == [1, 2, 3])
  }

  @Test mutating func onlyChangesOfWhatIsShownAreReported() {
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

  @Test mutating func whatHasEndedChangesNothing() {
    let id = begin("a")
    #expect(registry.end(id)?.old == "a")
    #expect(registry.end(id) == nil)
    #expect(registry.update(id, value: "b") == nil)
    #expect(registry.value(of: id) == nil)
    #expect(registry.isIdle)
  }

  @Test mutating func unknownIdentifiersChangeNothing() {
    #expect(registry.end(0) == nil)
    _ = begin(nil)
    #expect(registry.end(0) == nil)
    #expect(registry.end(2) == nil)
  }

  @Test mutating func theFirstOfManyIsFoundWhateverEnds() {
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

  @Test mutating func gapsAreClosedSoThatMemoryStaysBounded() {
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

  @Test(arguments: 0..<20) func itAgreesWithASimpleList(seed: Int) {
    var generator = SplitMix(state: UInt64(seed))
    var registry = ActivityRegistry<Int>()
    var model: [(id: UInt64, value: Int?)] = []
    for _ in 0..<500 {
      let value = generator.below(3) == 0 ? nil : generator.below(100)
      switch generator.below(3) {
      case 0: model.append((registry.begin(value: value, since: .zero).id, value))
      case 1 where !model.isEmpty:
        let index = generator.below(model.count)
        model[index].value = value
        _ = registry.update(model[index].id, value: value)
      case 2 where !model.isEmpty:
        _ = registry.end(model.remove(at: generator.below(model.count)).id)
      default: break
      }
      #expect(registry.shownValue == model.lazy.compactMap(\.value).first)
      #expect(registry.runningCount == model.count)
    }
  }
}

/// Random numbers that are the same each time.
struct SplitMix {
  var state: UInt64

  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((bits ^ (bits >> 31)) % UInt64(bound))
  }
}
