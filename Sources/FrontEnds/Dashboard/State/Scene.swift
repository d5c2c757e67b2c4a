internal import Boundary

extension Dashboard {
  /// What the rules of the modes read. None of it changes while an event is handled.
  struct Scene {
    let state: State
    let layout: Layout
    let triggers: Triggers
    let situation: Situation
    /// The keys of the panel, including those that buttons of this board use.
    let allKeys: KeyMap
    /// The clock times to show.
    let clock: WallClock
    /// The present time, on the clock of the situation.
    let now: Duration
    /// How the histories name this panel.
    let ownName: String?
    /// The past runs of an action.
    let history: (String) -> RunHistory
    /// The number of the first line of an action that is still kept.
    let firstLine: (String) -> Int

    /// The name of the stream of several outputs, in place of that of an action. No action has it.
    static let streamID = "\u{0}all"

    var keys: KeyMap { state.keys }
    /// The action whose output is shown, or the name of the stream of all; nil for none.
    var focusedAction: String? { state.showsStream ? Self.streamID : triggers[state.focus]?.action.id }
  }
}
