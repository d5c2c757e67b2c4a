/// The result of a copy, in a message that only claims what is known.
struct CopiedText {
  /// Where a text went, besides its file.
  enum Place: Sendable {
    /// A buffer of tmux, which has confirmed it.
    case tmux
    /// The clipboard of the terminal, which confirms nothing.
    case terminal
  }

  /// The message.
  let message: String

  /// - Parameters:
  ///   - place: Where it went; nil if it went nowhere.
  ///   - file: The path of the file with the text; nil if it could not be written.
  init(_ text: String, in place: Place?, file: String?) {
    let count = text.split(separator: "\n", omittingEmptySubsequences: false).count
    let lines = count == 1 ? "1 line" : "\(count) lines"
    let also = file.map { ", also in \($0)" } ?? ""
    message =
      switch (place, file) {
      case (.tmux?, _): "\(lines) copied to a tmux buffer\(also)"
      case (.terminal?, _): "\(lines) sent to the terminal (OSC 52)\(also)"
      case (nil, let file?): "\(lines) in \(file), not in the clipboard"
      case (nil, nil): "Could not copy \(lines): no clipboard, and no file to write"
      }
  }
}
