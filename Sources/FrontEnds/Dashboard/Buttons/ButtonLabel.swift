package import TerminalUI

extension Dashboard {
  /// What a button is whatever its action does: made for each version of the board, and not for each picture.
  package struct ButtonLabel: Equatable, Sendable {
    /// The name of the action in the board, followed by the input if the action has several buttons: "deploy
    /// staging".
    package let id: String
    /// The title shown on screen.
    package let title: String
    /// The key that presses the button, whatever has the focus.
    package let key: Key?
    /// The heading below which it stands; nil for none.
    package var group: String?
    /// Words by which it can be found.
    package var tags: [String] = []
    /// True if its action has more than one button, or inputs that a press leaves out.
    package var hasChoice = false
    /// True if its action is a service.
    package var isService = false
    /// True if a press that starts its program enters it, too.
    package var isEnteredWhenPressed = false

    package init(id: String, title: String, key: Key? = nil) {
      self.id = id
      self.title = title
      self.key = key
    }
  }
}
