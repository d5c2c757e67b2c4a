import Testing

@testable import SignalboxCore

/// Compares the bitmap with a set.
private struct SlotBitmapModel: Model {
  enum Event {
    case insert(Int)
    case remove(Int)
    case removeFirst
  }

  private var bitmap = SlotBitmap()
  private var reference: Set<Int> = []

  init(_ random: inout SplitMix) {}

  /// Numbers that are close together, in a few words, or in several words of the summary.
  static func event(_ random: inout SplitMix) -> Event {
    let slot = random.below(random.pick(70, 300, 10_000))
    return random.pick(.insert(slot), .insert(slot), .remove(slot), .removeFirst)
  }

  mutating func perform(_ event: Event) throws {
    switch event {
    case .insert(let slot):
      bitmap.insert(slot)
      reference.insert(slot)
    case .remove(let slot):
      bitmap.remove(slot)
      reference.remove(slot)
    case .removeFirst:
      guard let first = reference.min() else { break }
      bitmap.remove(first)
      reference.remove(first)
    }
    try compare("the first", bitmap.first, reference.min())
  }
}

@Suite(.timeLimit(.minutes(15))) struct SlotBitmapModelTests {
  @Test func `it behaves like a set that knows its smallest member`() {
    expectAgreement(of: SlotBitmapModel.self, length: 60)
  }
}
