import Dispatch
import SignalboxCore
import SignalboxTesting
import Testing

/// The calls to an observer that is removed while another thread delivers.
///
/// `LiveDataTests` has the tests of removal on the delivering thread, and `MainObservationTests` those of
/// removal on the main actor.
@Suite(.timeLimit(.minutes(15))) struct ObserverRemovalTests {
  private let live = LiveData(data: 0)
  private let received = Recorder<Int>()

  /// Sets the value to 1 on another thread, and runs `body` while an observer is held at `gate` there.
  private func duringDelivery(_ gate: Gate, _ body: () -> Void) {
    let isDelivered = DispatchSemaphore(value: 0)
    DispatchQueue.global().async { [live] in
      live.data = 1
      isDelivered.signal()
    }
    gate.waitUntilEntered()
    body()
    gate.open()
    isDelivered.wait()
  }

  @Test func `a call that another thread has not decided at the removal never begins`() {
    let gate = Gate()
    live.observeForever { _ in gate.enter() }
    let observer = live.observeForever { [received] in received.record($0) }
    duringDelivery(gate) { live.remove(observer: observer) }
    #expect(received.values == [])
  }

  @Test func `removal does not wait for the call that another thread has begun, and it is the last one`() {
    let gate = Gate()
    let observer = live.observeForever { [received] value in
      gate.enter()
      received.record(value)
    }
    duringDelivery(gate) {
      // Waiting deliveries of changes look the observer up in the list, deliveries to it alone retain it.
      for value in 2...10 {
        live.data = value
        live.dispatch(initiator: observer)
      }
      live.remove(observer: observer)
      #expect(received.values == [])
    }
    #expect(received.values == [1])
  }

  @Test func `at most one call begins after a removal while another thread sets`() {
    let isOver = Shared(false)
    let isStopped = DispatchSemaphore(value: 0)
    DispatchQueue.global().async { [live] in
      while !isOver.value { live.modify { $0 += 1 } }
      isStopped.signal()
    }
    var lateCalls: [Shared<Int>] = []
    for _ in 0..<2_000 {
      let isRemoved = Shared(false)
      let late = Shared(0)
      let observer = live.observeForever { _ in if isRemoved.value { late.change { $0 += 1 } } }
      live.remove(observer: observer)
      isRemoved.value = true
      lateCalls.append(late)
    }
    isOver.value = true
    isStopped.wait()
    #expect(!lateCalls.isEmpty && lateCalls.allSatisfy { $0.value <= 1 })
  }
}

/// Blocks a thread in a callback until a test opens the gate.
private final class Gate: Sendable {
  private let entered = DispatchSemaphore(value: 0)
  private let opened = DispatchSemaphore(value: 0)

  /// Waits until the gate is open.
  func enter() {
    entered.signal()
    opened.wait()
    opened.signal()
  }

  func waitUntilEntered() { entered.wait() }
  func open() { opened.signal() }
}
