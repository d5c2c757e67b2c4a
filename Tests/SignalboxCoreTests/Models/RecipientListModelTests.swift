import Testing

@testable import SignalboxCore

/// Compares the list of recipients with an array. An owner can be released at any time.
private struct RecipientListModel: Model {
  enum Event {
    case insert(isOwned: Bool)
    case insertAgain(Int)
    case remove(Int)
    case removeMost
    case dropOwner(Int)
    case sweep
  }

  private var list = RecipientList<Int>()
  private var all: [(recipient: Recipient<Int>, owner: Owner?)] = []
  private var reference: [Int] = []

  init(_ random: inout SplitMix) {}

  static func event(_ random: inout SplitMix) -> Event {
    let which = random.below(150)
    if random.oneIn(80) { return .removeMost }
    return random.pick(
      .insert(isOwned: false), .insert(isOwned: false), .insert(isOwned: true), .insertAgain(which),
      .remove(which),
      .remove(which), .dropOwner(which), random.pick(.dropOwner(which), .sweep))
  }

  mutating func perform(_ event: Event) throws {
    switch event {
    case .insert(let isOwned):
      let owner = isOwned ? Owner() : nil
      all.append((Recipient(owner: owner), owner))
      try compare("whether it was added", list.insert(all[all.count - 1].recipient), true)
      reference.append(all.count - 1)
    case .insertAgain(let which):
      // A removed recipient is never called again, so only the present ones are delivered to.
      guard reference.contains(which) else { return }
      try compare("whether it was added", list.insert(all[which].recipient), false)
    case .remove(let which): try remove(which)
    case .removeMost: for which in reference where which % 8 != 3 { try remove(which) }
    case .dropOwner(let which): if which < all.count { all[which].owner = nil }
    case .sweep:
      let swept = list.slots.compactMap { $0 }.filter(\.isOrphaned)
      let orphans = reference.filter { all[$0].recipient.isOwned && all[$0].owner == nil }
      try compare("what was swept", swept.map(\.identity), orphans.map { all[$0].recipient.identity })
      try compare("whether anything was removed", list.remove(swept), !orphans.isEmpty)
      try compare("whether it was removed again", list.remove(swept), false)
      reference.removeAll(where: orphans.contains)
    }
    let present = reference.map { all[$0].recipient }
    try compare("the present recipients", list.slots.compactMap { $0?.identity }, present.map(\.identity))
    try compare("how many are", list.count, reference.count)
    try compare("the removed recipients", all.indices.filter { !all[$0].recipient.isRemoved }, reference)
    if list.slots.count > 2 * reference.count + 33 { throw Difference(description: "gaps are left") }
  }

  private mutating func remove(_ which: Int) throws {
    guard which < all.count else { return }
    let removed = list.remove(all[which].recipient)
    try compare("whether it was there", removed != nil, reference.contains(which))
    reference.removeAll { $0 == which }
  }
}

@Suite(.timeLimit(.minutes(15))) struct RecipientListModelTests {
  @Test func `it behaves like a list in order of registration`() {
    expectAgreement(of: RecipientListModel.self, seeds: 1_000, length: 40)
  }

  @Test func `it behaves like a list of any length`() {
    expectAgreement(of: RecipientListModel.self, seeds: 8, length: 500)
  }
}
