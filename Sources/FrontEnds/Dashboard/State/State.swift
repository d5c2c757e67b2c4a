internal import Board
package import Boundary
package import Configuration
package import Programs
package import TerminalUI

extension Dashboard {
  /// Everything that the panel shows, as one value. Equal states have equal pictures.
  package struct State: Equatable, Sendable {
    /// The title of the board.
    package var title: String
    /// The delayed network indicator.
    package var network = Situation.Network()
    /// How long the longest run has lasted so far; nil if no action is running.
    package var longestRun: Duration?
    /// The time after which the row of an action shows its run, which is still short; nil for none.
    package var timeUntilRunShows: Duration?
    /// The running activities.
    package var activity = ActivityOverview()
    /// The most important error; nil if there is none.
    package var error: ErrorBanner?
    /// All errors, the most important one first.
    package var errors: [ErrorBanner] = []
    /// Whether changed files start actions; nil if none is watched.
    package var watch: WatchState?
    /// Whether an agent asks something.
    package var hasPetition = false
    /// The buttons in the order of the board.
    package var buttons: [Button] = [] {
      didSet {
        overview = ButtonOverview(buttons)
        updateRows()
      }
    }
    /// The output of the action that has the focus.
    package var log: Log?
    /// What the chosen action is and did, where there is room for it beside its output; nil elsewhere.
    var card: Card?
    /// What the commands of the chosen action use, where there is room in its row; nil for nothing.
    var usage: String?
    /// What receives the keys.
    var mode = Mode()

    /// The index of the button that has the focus.
    package var focus = 0
    /// The index of the first button shown; adjusted so that the focused button is visible.
    package var scroll = 0
    /// True if the buttons were scrolled by the wheel, so that the focused button may be out of view.
    package var scrollsFreely = false
    /// The groups of buttons of which only the headings are shown.
    package var foldedGroups: Set<String> = [] {
      didSet { updateRows() }
    }
    /// What narrows the list of buttons; nil while all are listed.
    var filter: ListFilter? {
      didSet { updateRows() }
    }
    /// The rows of the button list.
    private(set) var rows = ButtonRows()
    /// What all buttons together need or have.
    private(set) var overview = ButtonOverview()
    /// True if the outputs of several actions are shown as one.
    var showsStream = false
    /// True if the output has the whole screen.
    package var isZoomed = false
    /// By how many steps the line between the buttons and the output was moved in favour of the output.
    package var split = 0
    /// A message about the last key, such as "test: needs build.succeeded".
    package var message: String?
    /// The mistakes of the board file as last changed; empty while the panel shows the board of the file.
    package var boardMistakes: [Diagnostic] = []
    /// What the files of other programs have that the board has not, or the first of it, and how much it is.
    var remarks: [Remark] = []
    var remarkCount = 0

    /// What could be opened here instead.
    package internal(set) var others = Others()

    /// The frame of the spinner. It is incremented 12.5 times a second while something spins.
    package var spinnerFrame = 0
    /// The glyphs that the terminal can show.
    package var glyphs: GlyphSet
    /// True in a read-only panel, in which buttons cannot be pressed.
    package var isReadOnly = false
    /// True if the box has ended: everything is shown as it was last.
    package var isStale = false
    /// The keys of the panel, as shown by help and footer.
    package var keys = KeyMap.standard
    /// The key that leaves a program that was entered.
    package var leaveKey = LeaveKey.usual
    /// What receives the events of the mouse.
    package var mouse = Mouse.taken

    /// An idle board without actions.
    package init(title: String, glyphs: GlyphSet = .unicode) {
      self.title = title
      self.glyphs = glyphs
    }

    private mutating func updateRows() {
      rows = ButtonRows(buttons, folded: foldedGroups, filter: filter)
    }

    /// True if the picture moves by itself, for example because of a spinner or a countdown. If false, no
    /// animation timer is needed.
    package var isAnimated: Bool {
      !isStale
        && (network.isVisible || activity.isLoading || longestRun != nil || error?.reset != nil
          || mode.overlay?.isAnimated(in: self) == true)
    }

    /// True if the output has the focus. Most keys are still about the focused button.
    var outputHasFocus: Bool { mode.part == .output }

    /// The button that has the focus; nil if the index is out of range.
    package var focusedButton: Button? {
      buttons.indices.contains(focus) ? buttons[focus] : nil
    }
  }

  /// What receives the events of the terminal's mouse.
  package enum Mouse: Equatable, Sendable {
    /// The panel: clicks and the wheel have an effect.
    case taken
    /// The terminal, in which the mouse selects text.
    case given
    /// Nothing: the terminal does not report mouse events.
    case absent
  }
}
