import TerminalUI

extension Dashboard {
  /// What the mouse is over. Two targets are equal only if they have the same meaning, not if they have the
  /// same position. A press and a release make a click only if their targets are equal, even if the picture
  /// has changed in between.
  enum Target: Hashable {
    case button(String, ButtonPart)
    /// The heading of a group of buttons.
    case heading(String)
    /// The area around the rows of the buttons.
    case buttons
    /// The current value.
    case current
    case error
    case log
    /// The line between the buttons and the output.
    case divider
    /// A key hint in the footer.
    case hint(Command)
    /// An answer to the question with this title.
    case answer(String, question: String)
    /// A row of the box over the board.
    case row(Row)
    /// Inside the box over the board, but not on a row or an answer.
    case overlay
    /// Outside the box over the board.
    case besideOverlay

    /// A part of the row of a button.
    enum ButtonPart: Hashable {
      /// The key or the state, which a click presses.
      case face
      /// The rest, which a click selects.
      case row
    }

    /// A row of a box. Equal rows are in boxes of the same kind.
    struct Row: Hashable {
      let overlay: ObjectIdentifier
      let id: AnyHashable
    }

    /// The button in whose row it is; nil for none.
    var button: String? { if case .button(let id, _) = self { id } else { nil } }

    /// The target at a point of a picture; nil for none.
    init?(at point: Point, of state: State, size: Size) {
      let layout = Layout(state, size: size)
      let footer = Footer(state: state, layout: layout)
      let command = state.mode.prompt == nil ? footer.command(at: point, in: layout.footer) : nil
      if let command {
        self = .hint(command)
      } else if let overlay = state.mode.overlay {
        let view = overlay.view(of: state)
        if let id = view.row(at: point, in: layout.board) {
          self = .row(Row(overlay: ObjectIdentifier(type(of: overlay)), id: id))
        } else {
          self = view.outline(in: layout.board).contains(point) ? .overlay : .besideOverlay
        }
      } else if let question = state.mode.question {
        let dialog = Dialog(question, glyphs: state.glyphs)
        if let index = dialog.choice(at: point, in: layout.board) {
          self = .answer(question.answers[index].title, question: question.title)
        } else {
          self = dialog.outline(in: layout.board).contains(point) ? .overlay : .besideOverlay
        }
      } else if let target = Target(at: point, of: state, layout) {
        self = target
      } else {
        return nil
      }
    }

    private init?(at point: Point, of state: State, _ layout: Layout) {
      if case .heading(let group, _) = layout.row(at: point, state) {
        self = .heading(group)
      } else if let index = layout.button(at: point, state) {
        let columns = ButtonColumns(state.overview, width: layout.buttons.width)
        let isFace = columns.showsFace(at: point.x - layout.buttons.x)
        self = .button(state.buttons[index].id, isFace ? .face : .row)
      } else if layout.error.contains(point) {
        self = .error
      } else if layout.buttons.contains(point) {
        self = .buttons
      } else if layout.activity.contains(point) {
        self = .current
      } else if layout.divider.contains(point) {
        self = .divider
      } else if layout.log.contains(point) || layout.logDivider.contains(point) {
        self = .log
      } else {
        return nil
      }
    }
  }
}
