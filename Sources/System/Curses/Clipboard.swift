internal import Essentials

/// Copies text to the clipboard of the terminal (OSC 52). Terminals may ignore it, and send no response.
enum Clipboard {
  /// The maximum length of the text in bytes. Terminals accept sequences of 100,000 bytes; base64 adds a
  /// third.
  static let limit = 74_994

  /// The bytes to write; nil if the text is too long.
  static func bytes(for text: String, through multiplexer: Multiplexer) -> [UInt8]? {
    guard text.utf8.count <= limit else { return nil }
    let sequence = Array("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{07}".utf8)
    // The first sequence is for tmux's own buffer (option `set-clipboard`), the second for the terminal
    // outside (option `allow-passthrough`).
    return (multiplexer == .tmux ? sequence : []) + multiplexer.wrapping(sequence)
  }
}
