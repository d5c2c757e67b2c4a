import Dispatch
import SignalboxCore
import SignalboxTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct MainObservationTests {
  /// Something of the main actor that observes.
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

  @MainActor @Test func changesOfAnyThreadArriveOnTheMainActorInOrder() async {
    let live = LiveData(data: 0)
    let screen = Screen()
    live.observe(owner: screen, onMain: { [weak screen] in screen?.show($0) })
    DispatchQueue.global().async { for value in 1...1_000 { live.data = value } }
    await screen.wait(for: 1_000)
    #expect(screen.shown == Array(1...1_000))
  }

  @MainActor @Test func nothingArrivesAfterRemovalOnTheMainActor() async {
    let live = LiveData(data: 0)
    let screen = Screen()
    let observer = live.observe(owner: screen, onMain: { [weak screen] in screen?.show($0) })
    live.data = 1
    #expect(live.remove(observer: observer))
    live.observe(owner: screen, onMain: { [weak screen] in screen?.show($0) })
    live.data = 2
    await screen.wait(for: 2)
    #expect(screen.shown == [2])
  }

  @MainActor @Test func removalInsideACallStopsWhatHasArrived() async {
    let live = LiveData(data: 0)
    let screen = Screen()
    let observer = Shared<Observer<Int>?>(nil)
    observer.value = live.observe(
      owner: screen,
      onMain: { [weak screen] value in
        screen?.show(value)
        observer.value.map { _ = live.remove(observer: $0) }
      })
    live.data = 1
    live.data = 2
    let end = LiveData(data: 0)
    end.observe(owner: screen, onMain: { [weak screen] in screen?.show($0) })
    end.data = 100
    await screen.wait(for: 100)
    #expect(screen.shown == [1, 100])
  }

  @MainActor @Test func nothingArrivesWhenTheOwnerIsGone() async {
    let live = LiveData(data: 0)
    let screen = Screen()
    var owner: Owner? = Owner()
    if let owner { live.observe(owner: owner, onMain: { screen.show($0) }) }
    live.data = 1
    owner = nil
    let end = LiveData(data: 0)
    end.observe(owner: screen, onMain: { [weak screen] in screen?.show($0) })
    end.data = 100
    await screen.wait(for: 100)
    #expect(screen.shown == [100])
  }

  @MainActor @Test func anUnlabelledClosureIsCalledOnTheDeliveringThread() {
    let live = LiveData(data: 0)
    let heard = Recorder<Int>()
    live.observe(owner: live) { heard.record($0) }
    live.data = 1
    #expect(heard.values == [1])
  }
}
