import Testing

@testable import SignalboxCore

@Suite(.timeLimit(.minutes(15))) struct RecipientListTests {
  private var list = RecipientList<Int>()

  private var present: [ObjectIdentifier] { list.slots.compactMap { $0?.identity } }

  @Test mutating func `the order is that of registration whatever is removed`() {
    let recipients = (0..<100).map { _ in Recipient<Int>() }
    for recipient in recipients { _ = list.insert(recipient) }
    for index in stride(from: 0, to: 100, by: 3) { _ = list.remove(recipients[index]) }
    let expected = recipients.indices.filter { $0 % 3 != 0 }.map { recipients[$0].identity }
    #expect(present == expected)
    for index in recipients.indices where index % 3 != 0 && index < 90 {
      _ = list.remove(recipients[index])
    }
    #expect(present == expected.suffix(present.count))
    #expect(list.slots.count <= 33)
  }

  @Test mutating func `pairs of observe and remove leave nothing behind`() {
    let forGood = Recipient<Int>()
    _ = list.insert(forGood)
    var previous = Recipient<Int>()
    _ = list.insert(previous)
    for _ in 0..<10_000 {
      let next = Recipient<Int>()
      _ = list.insert(next)
      _ = list.remove(previous)
      previous = next
    }
    #expect(list.count == 2)
    #expect(list.slots.count <= 34)
  }

  @Test mutating func `an identity is present once`() {
    let recipient = Recipient<Int>()
    let results = [list.insert(recipient), list.insert(recipient)]
    #expect(results == [true, false])
    #expect(list.count == 1)
  }

  @Test mutating func `a removed observer is not notified of anything`() {
    let recipient = Recipient<Int>()
    _ = list.insert(recipient)
    let removed = [list.remove(recipient), list.remove(recipient)]
    #expect(removed.map { $0 === recipient } == [true, false])
    #expect(recipient.isRemoved)
    #expect(list.isEmpty)
  }

  @Test mutating func `an observer is in the list itself, and again by a registration of its own`() {
    let observer = Observer<Int> { _ in }
    let first = observer.registration(owner: nil)
    #expect(first === observer)
    let results = [list.insert(first), list.insert(observer.registration(owner: nil))]
    #expect(results == [true, false])
    let removed = list.remove(observer)
    #expect(removed === observer)

    let second = observer.registration(owner: nil)
    #expect(second !== observer)
    let again = [list.insert(second), list.insert(observer.registration(owner: nil))]
    #expect(again == [true, false])
    let taken = list.remove(observer)
    #expect(taken === second)
    #expect(list.isEmpty)
    #expect(list.others.isEmpty)
  }

  @Test mutating func `an observer of one list is not in another one`() {
    var other = RecipientList<Int>()
    let observer = Observer<Int> { _ in }
    _ = other.insert(observer.registration(owner: nil))
    _ = list.insert(Recipient<Int>())
    let missing = list.remove(observer)
    #expect(missing == nil)
    let isAdded = list.insert(observer.registration(owner: nil))
    #expect(isAdded)
    let removed = list.remove(observer)
    #expect(removed != nil && removed !== observer)
    #expect(other.contains(observer))
  }
}
