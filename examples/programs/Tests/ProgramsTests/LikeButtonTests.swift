import SignalboxCore
import SignalboxTesting
import Testing

@testable import SmallPrograms

@Suite(.timeLimit(.minutes(1))) struct LikeButtonTests {
  private let scheduler = TestScheduler()
  private let isOnline = LiveData(data: true)
  private let sent: Recorder<Bool>

  init() { sent = Recorder(scheduler) }

  private func makeButton() -> LikeButton {
    LikeButton(isLiked: false, scheduler: scheduler, executor: scheduler) {
      [scheduler, isOnline, sent] wish in
      try await scheduler.sleep(for: .seconds(2))
      guard isOnline.data else { throw Offline() }
      sent.record(wish)
    }
  }

  @Test func `a tap is shown at once and confirmed later`() {
    let button = makeButton()
    let isConfirmed = Recorder(button.isConfirmed, scheduler)
    button.tap()
    #expect(button.isLiked.data)
    scheduler.advance(by: .seconds(5))
    #expect(button.isLiked.data)
    #expect(isConfirmed.values == [true, false, true])
    #expect(isConfirmed.events.last?.time == .seconds(2))
  }

  @Test func `a refusal shows what was confirmed before, and an error for a while`() {
    let button = makeButton()
    let shown = Recorder(button.isLiked, scheduler)
    isOnline.data = false
    button.tap()
    scheduler.advance(by: .seconds(4))
    #expect(shown.values == [false, true, false])
    #expect(button.errors.current.data is Offline)
    scheduler.advance(by: .seconds(4))
    #expect(button.errors.current.data == nil)
  }

  @Test func `of quick taps the last one is sent`() {
    let button = makeButton()
    for _ in 1...3 { button.tap() }
    scheduler.advance(by: .seconds(5))
    #expect(sent.values == [true])
    #expect(button.isLiked.data)
  }

  @Test func `a tap that was replaced does not undo the later one`() {
    let button = makeButton()
    let shown = Recorder(button.isLiked, scheduler)
    button.tap()
    scheduler.advance(by: .seconds(1))
    button.tap()
    button.tap()
    scheduler.advance(by: .milliseconds(1_500))
    #expect(button.isLiked.data)
    #expect(!button.isConfirmed.data)
    scheduler.advance(by: .seconds(5))
    #expect(shown.values == [false, true, false, true])
    #expect(button.errors.current.data == nil)
  }

  @Test func `a late success of an earlier tap does not undo the later one`() {
    let button = LikeButton(isLiked: false, scheduler: scheduler, executor: scheduler) { [scheduler] wish in
      let end = scheduler.now.advanced(by: wish ? Duration.seconds(2) : .seconds(9))
      // This server does not notice a cancellation.
      await Task(executorPreference: scheduler) { try? await scheduler.sleep(until: end) }.value
    }
    button.tap()
    scheduler.advance(by: .seconds(1))
    button.tap()
    scheduler.advance(by: .seconds(5))
    #expect(!button.isLiked.data && !button.isConfirmed.data)
    scheduler.advance(by: .seconds(5))
    #expect(!button.isLiked.data && button.isConfirmed.data)
  }
}
