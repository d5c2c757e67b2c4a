internal import Foundation

/// What stands between the program and the terminal that shows it.
public enum Multiplexer: Hashable, Sendable {
  case none, tmux, screen
}

/// Hands a text to the clipboard of the terminal (OSC 52). The terminal takes it or not, and does not answer.
enum Clipboard {
  /// The most bytes of text. Terminals take sequences of 100,000 bytes, of which a third is spent on base64.
  static let limit = 74_994

  /// The bytes to write; nil if the text is too long.
  static func bytes(for text: String, through multiplexer: Multiplexer) -> [UInt8]? {
    guard text.utf8.count <= limit else { return nil }
    let sequence = Array("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{07}".utf8)
    switch multiplexer {
    case .none: return sequence
    // Its option `set-clipboard` decides over the first, `allow-passthrough` over the second.
    case .tmux: return sequence + throughTmux(sequence)
    case .screen: return throughScreen(sequence)
    }
  }

  /// Each escape inside is doubled.
  private static func throughTmux(_ bytes: [UInt8]) -> [UInt8] {
    let doubled = bytes.flatMap { $0 == 0x1B ? [$0, $0] : [$0] }
    return Array("\u{1B}Ptmux;".utf8) + doubled + Array("\u{1B}\\".utf8)
  }

  /// It passes strings of at most 768 bytes.
  private static func throughScreen(_ bytes: [UInt8]) -> [UInt8] {
    stride(from: 0, to: bytes.count, by: 512).flatMap { start in
      Array("\u{1B}P".utf8) + bytes[start..<min(start + 512, bytes.count)] + Array("\u{1B}\\".utf8)
    }
  }
}
