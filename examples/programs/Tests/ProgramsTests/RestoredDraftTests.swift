import SignalboxCore
import SignalboxTesting
import Testing

@testable import SmallPrograms

@Suite(.timeLimit(.minutes(1))) struct RestoredDraftTests {
  private let scheduler = TestScheduler()
  private let saved: Recorder<RestoredDraft.State>

  init() { saved = Recorder(scheduler) }

  private func makeDraft(
    restoring restore: () throws -> RestoredDraft.State = { .init(text: "Dear Ada", cursor: 8) }
  ) -> RestoredDraft {
    RestoredDraft(scheduler: scheduler, restore: restore) { [saved] in saved.record($0) }
  }

  @Test func `the last state is there at the start and not saved again`() {
    let draft = makeDraft()
    scheduler.advance(by: .seconds(5))
    draft.saveNow()
    #expect(draft.state.data.text == "Dear Ada")
    #expect(saved.values.isEmpty)
  }

  @Test func `a state that cannot be read is replaced by an empty one`() {
    let draft = makeDraft { throw Offline() }
    #expect(draft.state.data == .init())
  }

  @Test func `a draft is saved when the typing pauses, and only if it has changed`() {
    let draft = makeDraft()
    for text in ["Dear B", "Dear Bo", "Dear Bob"] {
      draft.state.modify { $0.text = text }
      scheduler.advance(by: .milliseconds(300))
    }
    scheduler.advance(by: .seconds(5))
    draft.state.modify { $0.text = "Dear Bob" }
    scheduler.advance(by: .seconds(5))
    #expect(saved.events.map(\.value.text) == ["Dear Bob"])
    #expect(saved.events.map(\.time) == [.milliseconds(1_600)])
  }

  @Test func `a program that is suspended saves at once, and not a second time`() {
    let draft = makeDraft()
    draft.state.modify { $0.text = "Dear" }
    draft.saveNow()
    #expect(saved.values.map(\.text) == ["Dear"])
    scheduler.advance(by: .seconds(5))
    #expect(saved.values.count == 1)
  }
}
