/// The terminal multiplexer in which the program runs.
public enum Multiplexer: Hashable, Sendable {
  case none, tmux, screen

  /// A sequence, wrapped so that the multiplexer passes it through to the terminal outside. tmux does that
  /// only if its option `allow-passthrough` is on.
  func wrapping(_ sequence: [UInt8]) -> [UInt8] {
    let end = Array("\u{1B}\\".utf8)
    return switch self {
    case .none: sequence
    // Each ESC in the sequence is doubled.
    case .tmux: Array("\u{1B}Ptmux;".utf8) + sequence.flatMap { $0 == 0x1B ? [$0, $0] : [$0] } + end
    // screen passes at most 768 bytes at once.
    case .screen:
      stride(from: 0, to: sequence.count, by: 512).flatMap { start in
        Array("\u{1B}P".utf8) + sequence[start..<min(start + 512, sequence.count)] + end
      }
    }
  }
}
