internal import TerminalUI

extension Dashboard {
  /// What a mode reacts to.
  enum Event {
    case key(Key)
    case paste(String)
    /// A button of the mouse was pressed.
    case mousePress
    case click(Target)
    case doubleClick(Target)
    /// The wheel was turned; a negative number of rows is up.
    case wheel(Int, over: Target?)
    /// A prompt, a box or a question is to be opened.
    case open(Mode.Front)
    /// An answer to the question is given, whatever is shown.
    case answer(Int)
    /// The scene has changed.
    case news
    /// The box has ended: nothing can be asked any more.
    case boxEnded
  }
}
