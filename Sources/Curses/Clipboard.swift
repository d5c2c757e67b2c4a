internal import Foundation

/// Hands a text to the clipboard of the terminal (OSC 52). The terminal takes it or not, and does not answer.
enum Clipboard {
  /// The most bytes of text. Terminals take sequences of 100,000 bytes, of which a third is spent on base64.
  static let limit = 74_994

  /// The bytes to write; nil if the text is too long.
  static func bytes(for text: String, through multiplexer: Multiplexer) -> [UInt8]? {
    guard text.utf8.count <= limit else { return nil }
    let sequence = Array("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{07}".utf8)
    // tmux has its own clipboard too: its option `set-clipboard` decides over the first, `allow-passthrough` over the second.
    return (multiplexer == .tmux ? sequence : []) + multiplexer.wrapping(sequence)
  }
}
