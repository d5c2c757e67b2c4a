internal import Programs

extension Dashboard {
  /// An output for a pager.
  package struct PagedOutput: Sendable, Equatable {
    /// What it is: "Output of Build".
    package let title: String
    private let lines: [OutputLine]

    init(title: String, lines: [OutputLine]) { (self.title, self.lines) = (title, lines) }

    /// Its lines, without a line end after the last one.
    package func text(hasColor: Bool) -> String {
      var bytes: [UInt8] = []
      for (index, line) in lines.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: "\n")) }
        line.append(to: &bytes, hasColor: hasColor)
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// A request to the program that runs the panel.
  package enum Request: Sendable, Equatable {
    case redraw
    case suspend
    /// Capture the mouse, or release it to the terminal. Set `mouse` of the model afterwards.
    case useMouse(Bool)
    /// Quit, and cancel what ends with the panel. If requested a second time, kill what is still running.
    case quit
    /// Show a new box: the present one has ended.
    case reopen
    /// Show something else that is here.
    case open(Other)
    /// Show an output in the pager of the user.
    case page(PagedOutput)
    /// Open the file of the board in the editor of the user.
    case edit
    /// Open a file at a line in the editor of the user.
    /// - directory: That of the action that has named it; nil for that of the board.
    case editFile(String, line: Int, column: Int?, directory: String?)
    /// Open an address of the web in another program.
    case browse(String)
    /// Give the terminal to the program of an action.
    case enter(String)
    /// Copy a text to the clipboard, and report the result with `show`.
    case copy(String)
  }
}
