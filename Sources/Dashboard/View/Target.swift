import Boundary
import TerminalUI

extension Dashboard {
  /// What the mouse is over. Two targets are equal only if they have the same meaning, not if they have the
  /// same position. A press and a release make a click only if their targets are equal, even if the picture
  /// has changed in between.
  enum Target: Hashable {
    case button(String, ButtonPart)
    /// The heading of a group of buttons.
    case heading(String)
    case activity(UInt64)
    /// The area around the rows of the buttons.
    case buttons
    /// The current value.
    case current
    case error
    /// An error in the list of all errors.
    case errorRow(UInt64)
    case log
    /// The line between the buttons and the output.
    case divider
    /// A key hint in the footer.
    case hint(Command)
    /// An answer to the question with this title.
    case answer(String, question: String)
    case helpRow(HelpRow.ID)
    /// A run of the action with this name, identified by its number.
    case run(Int, of: String)
    /// A line in the list of lines that were found.
    case foundLine(OutputSearch.Line)
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

    /// The button in whose row it is; nil for none.
    var button: String? { if case .button(let id, _) = self { id } else { nil } }

    /// The target at a point of a picture; nil for none.
    init?(at point: Point, of state: State, size: Size) {
      let layout = Layout(state, size: size)
      let footer = Footer(state: state, layout: layout)
      let command = state.prompt == nil ? footer.command(at: point, in: layout.footer) : nil
      if let command {
        self = .hint(command)
      } else if let overlay = state.overlay {
        self.init(at: point, over: overlay, of: state, area: layout.board)
      } else if let target = Target(at: point, of: state, layout) {
        self = target
      } else {
        return nil
      }
    }

    private init(at point: Point, over overlay: Overlay, of state: State, area: Rect) {
      switch overlay {
      case .activities:
        let list = ActivitiesOverlay(state)
        if let index = list.activity(at: point, in: area) {
          self = .activity(state.activity.running[index].id)
        } else {
          self = list.outline(in: area).contains(point) ? .overlay : .besideOverlay
        }
      case .errors(let chosen):
        let list = ErrorsOverlay(state, focus: state.errors.firstIndex { $0.id == chosen } ?? 0)
        if let index = list.error(at: point, in: area) {
          self = .errorRow(state.errors[index].id)
        } else {
          self = list.outline(in: area).contains(point) ? .overlay : .besideOverlay
        }
      case .help(let menu):
        let help = HelpOverlay(state, menu)
        if let row = help.row(at: point, in: area) {
          self = .helpRow(row.id)
        } else {
          self = help.outline(in: area).contains(point) ? .overlay : .besideOverlay
        }
      case .question(let question):
        let dialog = Dialog(question, glyphs: state.glyphs)
        if let index = dialog.choice(at: point, in: area) {
          self = .answer(question.answers[index].title, question: question.title)
        } else {
          self = dialog.outline(in: area).contains(point) ? .overlay : .besideOverlay
        }
      case .lines(let search):
        let list = LinesOverlay(search: search, glyphs: state.glyphs)
        if let line = list.line(at: point, in: area) {
          self = .foundLine(line)
        } else {
          self = list.outline(in: area).contains(point) ? .overlay : .besideOverlay
        }
      case .mistakes(let offset):
        let box = MistakesOverlay(state, offset: offset).outline(in: area)
        self = box.contains(point) ? .overlay : .besideOverlay
      case .runs(let runs):
        let box = RunsOverlay(runs: runs, glyphs: state.glyphs)
        if let run = box.run(at: point, in: area) {
          self = .run(run.number, of: runs.id)
        } else {
          self = box.outline(in: area).contains(point) ? .overlay : .besideOverlay
        }
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
