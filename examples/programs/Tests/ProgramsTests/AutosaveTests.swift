import SignalboxCore
import SignalboxTesting
import Testing

@testable import SmallPrograms

@Suite(.timeLimit(.minutes(1))) struct AutosaveTests {
  private let scheduler = TestScheduler()
  private let isFull = LiveData(data: false)
  private let written: Recorder<String>

  init() { written = Recorder(scheduler) }

  /// A document on a disk that needs two seconds for each save.
  private func makeDocument() -> Autosave {
    Autosave("", executor: scheduler) { [scheduler, isFull, written] text in
      try await scheduler.sleep(for: .seconds(2))
      if isFull.data { throw Offline() }
      written.record(text)
    }
  }

  @Test func `changes during a save are one more save`() {
    let document = makeDocument()
    for text in ["a", "ab", "abc", "abcd"] {
      document.document.data = text
      scheduler.advance(by: .milliseconds(100))
    }
    scheduler.advance(by: .seconds(60))
    #expect(written.lines == ["2: a", "4: abcd"])
    #expect(!document.isEdited.data)
  }

  @Test func `a document is edited until its last change is saved`() {
    let document = makeDocument()
    let isEdited = Recorder(document.isEdited, scheduler)
    document.document.data = "a"
    scheduler.advance(by: .seconds(1))
    document.document.data = "b"
    scheduler.advance(by: .seconds(60))
    #expect(isEdited.values == [false, true, false])
    #expect(isEdited.events.last?.time == .seconds(4))
  }

  @Test func `a change that is taken back is not saved`() {
    let document = makeDocument()
    document.document.data = "a"
    document.document.data = ""
    scheduler.advance(by: .seconds(60))
    #expect(written.values.isEmpty)
  }

  @Test func `after a failure the next save writes everything`() {
    let document = makeDocument()
    isFull.data = true
    document.document.data = "a"
    scheduler.advance(by: .seconds(5))
    #expect(document.errors.current.data is Offline)
    #expect(document.isEdited.data)
    isFull.data = false
    document.save.execute()
    scheduler.advance(by: .seconds(5))
    #expect(written.values == ["a"])
    #expect(document.errors.current.data == nil)
  }

  @Test func `a document that is released without waiting saves no more`() {
    var document: Autosave? = makeDocument()
    let text = document?.document
    text?.data = "a"
    scheduler.advance(by: .seconds(1))
    document = nil
    text?.data = "b"
    scheduler.advance(by: .seconds(60))
    #expect(written.values.isEmpty)
  }
}
