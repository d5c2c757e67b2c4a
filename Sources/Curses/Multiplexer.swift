/// What stands between the program and the terminal that shows it.
public enum Multiplexer: Hashable, Sendable {
  case none, tmux, screen

  /// A sequence in the envelope in which it is handed to the terminal outside. tmux does so only if its option
  /// `allow-passthrough` is on.
  func wrapping(_ sequence: [UInt8]) -> [UInt8] {
    let end = Array("\u{1B}\\".utf8)
    return switch self {
    case .none: sequence
    // Each escape inside is doubled.
    case .tmux: Array("\u{1B}Ptmux;".utf8) + sequence.flatMap { $0 == 0x1B ? [$0, $0] : [$0] } + end
    // It lets at most 768 bytes through at once.
    case .screen:
      stride(from: 0, to: sequence.count, by: 512).flatMap { start in
        Array("\u{1B}P".utf8) + sequence[start..<min(start + 512, sequence.count)] + end
      }
    }
  }
}
