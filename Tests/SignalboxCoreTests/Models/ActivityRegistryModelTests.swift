import Testing

@testable import SignalboxCore

/// Compares the registry with a list.
private struct ActivityRegistryModel: Model {
  enum Event {
    case begin(Int?)
    case update(Int, Int?)
    case end(Int)
    case endMost
  }

  private struct Reference {
    let id: UInt64
    var value: Int?
  }

  private var registry = ActivityRegistry<Int>()
  private var reference: [Reference] = []
  private var begun: UInt64 = 0

  init(_ random: inout SplitMix) {}

  static func event(_ random: inout SplitMix) -> Event {
    let value = random.oneIn(3) ? nil : random.below(9)
    let which = random.below(120)
    if random.oneIn(80) { return .endMost }
    return random.pick(.begin(value), .begin(value), .begin(value), .update(which, value), .end(which))
  }

  mutating func perform(_ event: Event) throws {
    let before = shown
    let isShown: Bool?
    switch event {
    case .begin(let value):
      let begun = registry.begin(value: value, since: .zero)
      self.begun += 1
      try compare("the number", begun.id, self.begun)
      reference.append(Reference(id: begun.id, value: value))
      isShown = begun.isShown
    case .update(let which, let value):
      isShown = try update(id(which), value)
    case .end(let which):
      isShown = try end(id(which))
    case .endMost:
      isShown = true
      for entry in reference where entry.id % 8 != 3 { _ = try end(entry.id) }
    }
    if shown.count != before.count || shown.value != before.value {
      try compare("whether that may be shown", isShown, true)
    }
    try compare("the value shown", registry.shownValue, shown.value)
    try compare("how many run", registry.runningCount, reference.count)
    try compare("the running", registry.entries.filter(\.isRunning).map(\.id), reference.map(\.id))
    try compare("their values", reference.map { registry.value(of: $0.id) }, reference.map(\.value))
    if registry.entries.count > 2 * reference.count + 33 { throw Difference(description: "gaps are left") }
  }

  /// The identifier of an activity that was begun, running or not, or of none.
  private func id(_ which: Int) -> UInt64 { UInt64(which) % (begun + 2) }

  private var shown: (count: Bool, value: Int?) {
    (reference.isEmpty, reference.first { $0.value != nil }?.value)
  }

  private mutating func update(_ id: UInt64, _ value: Int?) throws -> Bool? {
    let result = registry.update(id, value: value)
    let index = reference.firstIndex { $0.id == id }
    try compare("whether it runs", result != nil, index != nil)
    guard let index else { return nil }
    try compare("the old value", result?.old, reference[index].value)
    reference[index].value = value
    return result?.isShown
  }

  private mutating func end(_ id: UInt64) throws -> Bool? {
    let result = registry.end(id)
    let index = reference.firstIndex { $0.id == id }
    try compare("whether it ran", result != nil, index != nil)
    guard let index else { return nil }
    try compare("the old value", result?.old, reference.remove(at: index).value)
    return result?.isShown
  }
}

@Suite(.timeLimit(.minutes(15))) struct ActivityRegistryModelTests {
  @Test func `it behaves like a list in order of registration`() {
    expectAgreement(of: ActivityRegistryModel.self, seeds: 1_000, length: 40)
  }

  @Test func `it behaves like a list of any length`() {
    expectAgreement(of: ActivityRegistryModel.self, seeds: 8, length: 600)
  }
}
