import SignalboxCore

/// A value with undo and redo, whose buttons know when there is something to undo.
///
/// The past, the present and the future are one struct in one ``LiveData``: a change is one `modify`, and no
/// observer sees a present that does not fit the past. `undo` and `redo` are actions, so a key that is
/// pressed once too often is refused.
final class UndoHistory<Value: Sendable & Equatable>: Sendable {
  private struct State: Sendable {
    var past: [Value] = []
    var present: Value
    var future: [Value] = []
  }

  let value: ReadOnlyLiveData<Value>
  let undo: VoidAction
  let redo: VoidAction
  private let state: LiveData<State>
  private let limit: Int

  /// - Parameter limit: How many changes can be undone.
  init(_ value: Value, limit: Int = 100) {
    let state = LiveData(data: State(present: value))
    self.state = state
    self.limit = limit
    self.value = state.map(\.present).removeDuplicates()
    // The closures return publishers, which run at once. A closure without one would be async work.
    undo = VoidAction(enabledIf: state.map { !$0.past.isEmpty }) {
      Just(
        state.modify { state in
          guard let last = state.past.popLast() else { return }
          state.future.append(state.present)
          state.present = last
        })
    }
    redo = VoidAction(enabledIf: state.map { !$0.future.isEmpty }) {
      Just(
        state.modify { state in
          guard let next = state.future.popLast() else { return }
          state.past.append(state.present)
          state.present = next
        })
    }
  }

  /// Makes a change that can be undone. What was undone before it cannot be redone any more.
  func set(_ value: Value) {
    state.modify { state in
      if value == state.present { return }
      state.past = (state.past + [state.present]).suffix(limit)
      state.present = value
      state.future = []
    }
  }
}
