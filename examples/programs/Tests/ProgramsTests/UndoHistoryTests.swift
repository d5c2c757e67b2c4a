import SignalboxCore
import SignalboxTesting
import Testing

@testable import SmallPrograms

@Suite(.timeLimit(.minutes(1))) struct UndoHistoryTests {
  @Test func `changes are undone and redone in order`() {
    let history = UndoHistory("a")
    let shown = Recorder(history.value)
    history.set("b")
    history.set("c")
    for action in [history.undo, history.undo, history.redo, history.redo] { action.execute() }
    #expect(shown.values == ["a", "b", "c", "b", "a", "b", "c"])
  }

  @Test func `the buttons are enabled when there is something to do`() {
    let history = UndoHistory(1)
    #expect(!history.undo.enabled.data && !history.redo.enabled.data)
    history.set(2)
    #expect(history.undo.enabled.data && !history.redo.enabled.data)
    history.undo.execute()
    #expect(!history.undo.enabled.data && history.redo.enabled.data)
    history.undo.execute()
    #expect(history.value.data == 1)
  }

  @Test func `a change after an undo ends what could be redone`() {
    let history = UndoHistory(1)
    history.set(2)
    history.undo.execute()
    history.set(3)
    history.redo.execute()
    #expect(history.value.data == 3)
    #expect(!history.redo.enabled.data)
  }

  @Test func `setting the same value is no change`() {
    let history = UndoHistory(1)
    history.set(1)
    #expect(!history.undo.enabled.data)
  }

  @Test func `the oldest changes are forgotten`() {
    let history = UndoHistory(0, limit: 3)
    for value in 1...9 { history.set(value) }
    for _ in 1...9 { history.undo.execute() }
    #expect(history.value.data == 6)
  }

  @Test func `an observer of a change may undo it`() {
    let history = UndoHistory(0)
    let shown = Recorder(history.value)
    history.value.observeForever { [undo = history.undo] in if $0 > 5 { undo.execute() } }
    history.set(9)
    #expect(shown.values == [0, 9, 0])
  }
}
