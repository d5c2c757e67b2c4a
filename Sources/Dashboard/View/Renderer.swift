public import TerminalUI

extension Dashboard {
  /// Makes the pictures of one state after the other, each the same as `view` makes. (Only texts that Swift takes for equal
  /// although they are encoded otherwise may be drawn late.)
  ///
  /// Most of them differ from the one before in the spinners only. Then the rows that spinners stand in are drawn anew,
  /// and nothing else.
  public struct Renderer {
    private var last: (state: State, frame: Frame)?

    public init() {}

    /// The picture of a state at this size.
    public mutating func frame(of state: State, size: Size) -> Frame {
      guard var (lastState, frame) = last, frame.size == size, Dashboard.hasView(size), state.overlay == nil,
        lastState.spinnerFrame != state.spinnerFrame
      else { return keep(Dashboard.view(state, size: size), of: state) }
      lastState.spinnerFrame = state.spinnerFrame
      guard lastState == state else { return keep(Dashboard.view(state, size: size), of: state) }
      last = nil
      let layout = Layout(state, size: size)
      if state.network.isVisible { Dashboard.renderTop(of: state, layout, into: &frame) }
      if state.activity.isLoading {
        Dashboard.renderActivity(of: state, in: layout.activity.row(0), into: &frame)
      }
      return keep(frame, of: state)
    }

    private mutating func keep(_ frame: Frame, of state: State) -> Frame {
      last = (state, frame)
      return frame
    }
  }
}
