package import TerminalUI

extension Dashboard {
  /// Draws successive states. Each picture is the same as that of `view`, with one exception: if a text is
  /// replaced by one that Swift considers equal although its bytes differ, it may be drawn late.
  ///
  /// Most pictures differ from the previous one only in their spinners. In this case, only the rows with
  /// spinners are redrawn.
  package struct Renderer {
    private var last: (state: State, frame: Frame)?

    package init() {}

    /// Draws a state at this size.
    package mutating func frame(of state: State, size: Size) -> Frame {
      guard var (lastState, frame) = last, frame.size == size, Dashboard.hasView(size), state.overlay == nil,
        lastState.spinnerFrame != state.spinnerFrame
      else { return keep(Dashboard.view(state, size: size), of: state) }
      lastState.spinnerFrame = state.spinnerFrame
      guard lastState == state else { return keep(Dashboard.view(state, size: size), of: state) }
      last = nil
      let layout = Layout(state, size: size)
      if state.network.isVisible { Dashboard.renderTop(of: state, layout, into: &frame) }
      if state.activity.isLoading {
        Dashboard.renderActivity(of: state, in: layout.activity, into: &frame)
      }
      return keep(frame, of: state)
    }

    private mutating func keep(_ frame: Frame, of state: State) -> Frame {
      last = (state, frame)
      return frame
    }
  }
}
