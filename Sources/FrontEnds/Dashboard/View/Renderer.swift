package import TerminalUI

extension Dashboard {
  /// Draws successive states. Each picture is the same as that of `view`, with one exception: if a text is
  /// replaced by one that Swift considers equal although its bytes differ, it may be drawn late.
  ///
  /// Most pictures differ from the previous one only in their spinners. In this case, only the rows with
  /// spinners are redrawn. Most others have the same backdrop, which is not drawn again either.
  package struct Renderer {
    private var last: (state: State, frame: Frame)?
    private var backdrop: (parts: Backdrop, frame: Frame)?

    package init() {}

    /// Draws a state at this size.
    package mutating func frame(of state: State, size: Size) -> Frame {
      let frame = frameOfSpinners(state, size: size) ?? wholeFrame(of: state, size: size)
      last = (state, frame)
      return frame
    }

    /// The last picture with other spinners; nil if something else has changed.
    private mutating func frameOfSpinners(_ state: State, size: Size) -> Frame? {
      guard var (lastState, frame) = last, frame.size == size, Dashboard.hasView(size),
        !state.mode.coversBoard,
        lastState.spinnerFrame != state.spinnerFrame
      else { return nil }
      lastState.spinnerFrame = state.spinnerFrame
      guard lastState == state else { return nil }
      last = nil
      let parts = Backdrop(state, size: size)
      parts.renderSpinners(into: &frame)
      // The next key finds it as it is on the screen.
      if var (_, frame) = backdrop {
        backdrop = nil
        parts.renderSpinners(into: &frame)
        backdrop = (parts, frame)
      }
      return frame
    }

    private mutating func wholeFrame(of state: State, size: Size) -> Frame {
      guard Dashboard.hasView(size) else { return Dashboard.view(state, size: size) }
      let parts = Backdrop(state, size: size)
      let frame = backdrop.flatMap { $0.parts == parts ? $0.frame : nil } ?? parts.frame
      backdrop = (parts, frame)
      return Dashboard.view(state, on: parts, drawnAs: frame)
    }
  }
}
