import Dispatch
import SignalboxCore
import SignalboxTesting
import Testing

/// `zip(with:)`.
@Suite(.timeLimit(.minutes(15))) struct ZipLiveDataTests {
  private let left = LiveData(data: 0)
  private let right = LiveData(data: 0)

  @Test func `the nth change of one is paired with the nth of the other`() {
    let pairs = left.zip(with: right)
    let received = Recorder(pairs.map { [$0.0, $0.1] })
    left.data = 1
    left.data = 2
    right.data = 10
    right.data = 20
    right.data = 30
    left.data = 3
    #expect(received.values == [[0, 0], [1, 10], [2, 20], [3, 30]])
  }

  @Test func `changes wait while nobody observes`() {
    let pairs = left.zip(with: right)
    left.data = 1
    #expect(pairs.data == (0, 0))
    right.data = 10
    #expect(pairs.data == (1, 10))
  }

  @Test(
    arguments: [
      (EventBuffering.unbounded, 1), (.oldest(2), 1), (.newest(2), 4), (.latest, 5), (.newest(0), nil),
    ] as [(EventBuffering, Int?)])
  func `what waits is bounded by the policy`(policy: EventBuffering, expected: Int?) {
    let pairs = left.zip(with: right, buffering: policy)
    for value in 1...5 { left.data = value }
    right.data = 10
    #expect(pairs.data == (expected.map { ($0, 10) } ?? (0, 0)))
  }

  @Test func `live data is zipped with itself`() {
    let pairs = left.zip(with: left)
    left.data = 1
    left.data = 2
    #expect(pairs.data == (2, 2))
  }

  @Test func `pairs of many threads fit together`() {
    let pairs = left.zip(with: right)
    let received = Recorder(pairs.map { $0.0 == $0.1 })
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      for value in 1...500 { if thread == 0 { left.data = value } else { right.data = value } }
    }
    #expect(received.values.count == 501)
    #expect(received.values.allSatisfy { $0 })
    #expect(pairs.data == (500, 500))
  }

  @Test func `one side may be released`() {
    var other: LiveData<Int>? = LiveData(data: 0)
    let received = Recorder<Int>()
    if let other { left.zip(with: other).observeForever { received.record($0.0) } }
    left.data = 1
    other?.data = 1
    other = nil
    left.data = 2
    #expect(received.values == [1])
  }
}
