internal import Essentials
internal import Processes

/// Puts texts into a buffer of tmux, which passes them on to the clipboard of its terminal.
enum TmuxBuffer {
  /// The time after which tmux has failed.
  private static let timeLimit = Duration.seconds(3)

  /// Whether this process runs in tmux, as far as the environment says.
  static func isPresent(in environment: [String: String] = ProcessInfo.processInfo.environment) -> Bool {
    environment["TMUX"].map { !$0.isEmpty } ?? false
  }

  /// Returns false if tmux is not there, does not know the option, or does not answer. Before version 3.2, it
  /// does not pass texts on.
  static func load(_ text: String, file: CopyFile = .forTmux) async -> Bool {
    guard let path = try? file.write(text, end: "") else { return false }
    defer { try? FileManager.default.removeItem(atPath: path) }
    let command = Task {
      await CommandRunner(gracePeriod: .seconds(1)).run(.arguments(["tmux", "load-buffer", "-w", path])) {
        _ in
      }
    }
    let limit = Task {
      try await Task.sleep(for: timeLimit)
      command.cancel()
    }
    defer { limit.cancel() }
    return await command.value == .exited(0)
  }
}
