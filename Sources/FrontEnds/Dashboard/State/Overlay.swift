import TerminalUI

extension Dashboard {
  /// A box over the board, which receives the keys: a list, a menu, a search.
  ///
  /// Each kind is one type, which says its rows, its keys and its hints. What nearly all have in common is in
  /// the defaults of this protocol (`OverlayKeys`).
  protocol Overlay: Equatable, Sendable {
    /// The command that opens it, and closes it again; nil if it does not.
    static var command: Command? { get }

    // MARK: Rows

    /// Its box, with its rows.
    func view(of state: State) -> any OverlayView
    /// The number of rows through which keys move.
    func rowCount(in scene: Scene) -> Int
    /// The number of rows that a page has.
    func page(in scene: Scene) -> Int
    /// Moves the choice by rows; a single step may go from the end to the start.
    mutating func move(by rows: Int, wraps: Bool, in scene: Scene)
    /// The wheel has been turned over it.
    mutating func scroll(by rows: Int, in scene: Scene)
    /// Adopts the present scene. Returns false if there is nothing left to show.
    mutating func update(to scene: Scene) -> Bool
    /// Whether it shows times that change all the time, or ages.
    func isAnimated(in state: State) -> Bool
    var showsAges: Bool { get }
    /// The action whose past runs it shows; nil for none.
    var history: String? { get }

    // MARK: Keys

    mutating func handle(_ key: Key, in scene: Scene) -> Outcome
    /// Performs what a key means here and not in other boxes; nil if that is nothing.
    mutating func perform(_ command: Command?, by key: Key, in scene: Scene) -> Outcome?
    /// What Enter does with the chosen row.
    func enter(in scene: Scene) -> Outcome
    /// A row was clicked.
    mutating func click(_ row: AnyHashable, in scene: Scene) -> Outcome
    /// The text by which rows are found; nil if keys are not typed.
    var typed: String? { get }
    mutating func type(_ text: String, in scene: Scene) -> Outcome

    // MARK: Hints

    /// The commands whose keys the footer shows, the most important first.
    /// - Parameter board: The area of the board.
    func hints(in state: State, board: Rect) -> [Command]
    /// What typing does, in one word; nil for no hint.
    var typingHint: String? { get }
    /// The word for a key that means something else here; nil for the usual one.
    func word(for command: Command) -> String?
  }

  /// The picture of a box over the board.
  protocol OverlayView: Widget {
    /// The rectangle of the box in an area, including its frame.
    func outline(in area: Rect) -> Rect
    /// Identifies the row at a point; nil for none.
    func row(at point: Point, in area: Rect) -> AnyHashable?
  }
}

extension Dashboard.Overlay {
  func isEqual(to other: any Dashboard.Overlay) -> Bool { other as? Self == self }
}
