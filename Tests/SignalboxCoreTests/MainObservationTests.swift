import Dispatch
import SignalboxCore
import SignalboxTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct MainObservationTests {
  /// An observing object of the main actor.
  @MainActor private final class Screen {
    var shown: [Int] = []
    var onShow: ((Int) -> Void)?

    func show(_ value: Int) {
      MainActor.assertIsolated()
      shown.append(value)
      onShow?(value)
    }

    /// Waits until a value has been shown.
    func wait(for value: Int) async {
      if shown.contains(value) { return }
      await withCheckedContinuation { continuation in
        onShow = { if $0 == value { continuation.resume() } }
      }
      onShow = nil
    }
  }

  @MainActor @Test func `changes made on any thread arrive on the main actor in order`() async {
    let live = LiveData(data: 0)
    let screen = Screen()
    live.observeOnMain(owner: screen) { [weak screen] in screen?.show($0) }
    DispatchQueue.global().async { for value in 1...1_000 { live.data = value } }
    await screen.wait(for: 1_000)
    #expect(screen.shown == Array(1...1_000))
  }

  @MainActor @Test(arguments: [true, false])
  func `the present value arrives first, if it is asked for`(initial: Bool) async {
    let live = LiveData(data: 1)
    let screen = Screen()
    live.observeOnMain(owner: screen, initial: initial) { [weak screen] in screen?.show($0) }
    #expect(screen.shown.isEmpty)
    live.data = 2
    await screen.wait(for: 2)
    #expect(screen.shown == (initial ? [1, 2] : [2]))
  }

  @MainActor @Test func `nothing arrives after removal on the main actor`() async {
    let live = LiveData(data: 0)
    let screen = Screen()
    let observer = live.observeOnMain(owner: screen) { [weak screen] in screen?.show($0) }
    live.data = 1
    #expect(live.remove(observer: observer))
    live.observeOnMain(owner: screen) { [weak screen] in screen?.show($0) }
    live.data = 2
    await screen.wait(for: 2)
    #expect(screen.shown == [2])
  }

  /// Removes an observer between two hundred changes that another thread makes. The main actor is here all
  /// the time, so the first hundred are waiting for it.
  @MainActor private func remove(_ observer: Observer<Int>, from live: LiveData<Int>) {
    let isUnderWay = DispatchSemaphore(value: 0)
    let isRemoved = DispatchSemaphore(value: 0)
    let isDelivered = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      for value in 1...100 { live.data = value }
      isUnderWay.signal()
      isRemoved.wait()
      for value in 101...200 { live.data = value }
      isDelivered.signal()
    }
    isUnderWay.wait()
    live.remove(observer: observer)
    isRemoved.signal()
    isDelivered.wait()
  }

  @MainActor @Test(.timeLimit(.minutes(15)))
  func `nothing arrives after removal on the main actor while another thread sets`() async {
    let live = LiveData(data: 0)
    let screen = Screen()
    let observer = live.observeOnMain(owner: screen) { [weak screen] in screen?.show($0) }
    remove(observer, from: live)
    let end = LiveData(data: 0)
    end.observeOnMain(owner: screen) { [weak screen] in screen?.show($0) }
    end.data = 1_000
    await screen.wait(for: 1_000)
    #expect(screen.shown == [1_000])
  }

  @MainActor @Test(.timeLimit(.minutes(15)))
  func `triggers of an event on any thread arrive on the main actor in order`() async {
    let event = FutureEvent<Int>()
    let screen = Screen()
    let observer = event.observeOnMain(owner: screen) { [weak screen] in screen?.show($0) }
    DispatchQueue.global().async { for value in 1...1_000 { event.trigger(value) } }
    await screen.wait(for: 1_000)
    #expect(screen.shown == Array(1...1_000))
    #expect(event.remove(observer: observer))
    event.trigger(1_001)
    event.observeOnMain(owner: screen) { [weak screen] in screen?.show($0) }
    event.trigger(1_002)
    await screen.wait(for: 1_002)
    #expect(screen.shown.suffix(2) == [1_000, 1_002])
  }

  @MainActor @Test func `removal inside a call discards the values that have arrived`() async {
    let live = LiveData(data: 0)
    let screen = Screen()
    let observer = Shared<Observer<Int>?>(nil)
    observer.value = live.observeOnMain(owner: screen) { [weak screen] value in
      screen?.show(value)
      observer.value.map { _ = live.remove(observer: $0) }
    }
    live.data = 1
    live.data = 2
    let end = LiveData(data: 0)
    end.observeOnMain(owner: screen) { [weak screen] in screen?.show($0) }
    end.data = 100
    await screen.wait(for: 100)
    #expect(screen.shown == [1, 100])
  }

  @MainActor @Test func `nothing arrives when the owner is gone`() async {
    let live = LiveData(data: 0)
    let screen = Screen()
    var owner: Owner? = Owner()
    if let owner { live.observeOnMain(owner: owner) { screen.show($0) } }
    live.data = 1
    owner = nil
    let end = LiveData(data: 0)
    end.observeOnMain(owner: screen) { [weak screen] in screen?.show($0) }
    end.data = 100
    await screen.wait(for: 100)
    #expect(screen.shown == [100])
  }

  /// Observes everything that can be observed on the main actor.
  @MainActor private final class Panel {
    let live = LiveData(data: 0)
    let event = FutureEvent<Int>()
    let single = SingleEvent<Int>()
    let action = Action<Int, Int> { value in
      if value < 0 { throw Failure("negative") }
      return value
    }
    private(set) var shown: [String] = []
    private var onShow: (() -> Void)?

    func observe() {
      live.observeOnMain(owner: self) { [weak self] in self?.show("live \($0)") }
      live.observeOnMain(owner: self, initial: true) { [weak self] value in
        self?.show("initial")
        self?.show("initial \(value)")
      }
      live.map { -$0 }.observeOnMain(owner: self) { [weak self] in self?.show("map \($0)") }
      event.observeOnMain(owner: self) { [weak self] in self?.show("event \($0)") }
      single.observeOnMain(owner: self) { [weak self] in self?.show("single \($0)") }
      action.elements.observeOnMain(owner: self) { [weak self] in self?.show("elements \($0)") }
      action.errors.observeOnMain(owner: self) { [weak self] in self?.show("errors \($0)") }
      action.completions.observeOnMain(owner: self) { [weak self] in self?.show("completions") }
      action.executing.observeOnMain(owner: self) { [weak self] in self?.show("executing \($0)") }
    }

    func show(_ text: String) {
      MainActor.assertIsolated()
      shown.append(text)
      onShow?()
    }

    func wait(forCount count: Int) async {
      while shown.count < count {
        await withCheckedContinuation { continuation in
          onShow = { [weak self] in
            self?.onShow = nil
            continuation.resume()
          }
        }
      }
    }
  }

  @MainActor @Test func `each kind of values can be observed on the main actor`() async throws {
    let panel = Panel()
    panel.observe()
    await panel.wait(forCount: 2)
    let (live, event, single) = (panel.live, panel.event, panel.single)
    DispatchQueue.global().async {
      live.data = 1
      event.trigger(2)
      single.trigger(3)
    }
    _ = try await panel.action.execute(4).value
    _ = try? await panel.action.execute(-5).value
    await panel.wait(forCount: 15)
    #expect(
      panel.shown.sorted() == [
        "completions", "elements 4", "errors \(Failure("negative"))", "event 2", "executing false",
        "executing false", "executing true", "executing true", "initial", "initial", "initial 0", "initial 1",
        "live 1", "map -1", "single 3",
      ])
  }

  @MainActor @Test func `another closure is called on the delivering thread`() {
    let live = LiveData(data: 0)
    let received = Recorder<Int>()
    live.observe(owner: live) { received.record($0) }
    live.data = 1
    #expect(received.values == [1])
  }
}
