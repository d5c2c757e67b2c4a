/// A program to start on a pseudo-terminal.
public struct Program: Sendable {
  public var path: String
  public var arguments: [String]
  /// The complete environment. Nothing is inherited, so that a test does not depend on the user's
  /// environment.
  public var environment: [String: String]
  public var directory: String?
  /// A file for standard output; nil for the terminal.
  public var outputFile: String?

  public init(_ path: String, arguments: [String] = [], environment: [String: String] = [:]) {
    self.path = path
    self.arguments = arguments
    self.environment = Program.plainEnvironment.merging(environment) { $1 }
  }

  /// The program with its arguments. If it needs another working directory, a shell starts it.
  var commandLine: [String] {
    let plain = [path] + arguments
    guard let directory else { return plain }
    return ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", directory] + plain
  }

  /// An xterm with UTF-8. Backtraces of crashes are disabled, because they take seconds.
  public static let plainEnvironment = [
    "PATH": "/usr/local/bin:/usr/bin:/bin", "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "TMPDIR": "/tmp",
    "SWIFT_BACKTRACE": "enable=no",
  ]
}

/// How a program ended.
public enum Outcome: Hashable, Sendable {
  case exited(Int32)
  case signalled(Int32)

  /// Decodes the status returned by `waitpid`.
  init(status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal)
  }
}
