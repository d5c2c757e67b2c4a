public import Configuration
public import TerminalUI

extension Dashboard {
  /// All that the panel shows, as one plain value. Two equal states have the same picture.
  public struct State: Equatable, Sendable {
    /// The title of the board.
    public var title: String
    /// The delayed network indicator.
    public var network = Network()
    /// How long the longest of the running actions has lasted; nil while none runs.
    public var longestRun: Duration?
    /// What is going on.
    public var activity = Activity()
    /// The error that matters most; nil while there is none.
    public var error: ErrorBanner?
    /// The buttons in the order of the board.
    public var buttons: [Button] = []
    /// The output of the action that has the focus.
    public var log: Log?
    /// What a person is typing; nil while nobody is asked for a text.
    public var prompt: Prompt?

    /// The index of the button that has the focus.
    public var focus = 0
    /// The first button shown; corrected so that the focus is visible.
    public var scroll = 0
    /// True while the buttons were scrolled away from the focus, which then need not be visible.
    public var scrollsFreely = false
    /// The index of the running activity that is chosen; nil while the keys belong to the buttons.
    public var activityFocus: Int?
    /// The first activity shown.
    public var activityScroll = 0
    /// What lies over the board and takes the keys.
    public var overlay: Overlay?
    /// What there is to say about the last key, such as "test: needs build.succeeded".
    public var message: String?
    /// What is wrong with the board's file since it changed; empty while what is shown is what the file says.
    public var boardMistakes: [Diagnostic] = []

    /// Counts up 12.5 times a second while something spins.
    public var spinnerFrame = 0
    /// The signs of the picture, as the terminal can show them.
    public var glyphs: GlyphSet
    /// True if the panel only looks: buttons cannot be pressed.
    public var isReadOnly = false
    /// The keys of the panel, which help and footer name.
    public var keys = KeyMap.standard
    /// Who has the mouse.
    public var mouse = Mouse.taken

    /// A board without actions on which nothing happens.
    public init(title: String, glyphs: GlyphSet = .unicode) {
      self.title = title
      self.glyphs = glyphs
    }

    /// True if the picture moves by itself, as a spinner and a countdown do; otherwise no animation timer is needed.
    public var isAnimated: Bool { network.isVisible || activity.isLoading || error?.reset != nil }

    /// The button that has the focus; nil if there is none at that index.
    public var focusedButton: Button? {
      buttons.indices.contains(focus) ? buttons[focus] : nil
    }
  }

  /// Who has the mouse of the terminal.
  public enum Mouse: Equatable, Sendable {
    /// The panel: clicks and the wheel do something.
    case taken
    /// The terminal, which can select text with it.
    case given
    /// Nobody; the terminal does not tell of it.
    case absent
  }

  /// The delayed network indicator.
  public struct Network: Equatable, Sendable {
    /// True while the indicator is on; it turns on late and off late.
    public var isVisible: Bool
    /// Requests under way.
    public var requests: Int

    public init(isVisible: Bool = false, requests: Int = 0) {
      self.isVisible = isVisible
      self.requests = requests
    }
  }
}
