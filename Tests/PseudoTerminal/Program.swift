/// What to start on a pseudo-terminal.
public struct Program: Sendable {
  public var path: String
  public var arguments: [String]
  /// The whole environment: nothing is inherited, so that a test runs the same for everybody.
  public var environment: [String: String]
  public var directory: String?
  /// A file that standard output goes to in place of the terminal.
  public var outputFile: String?

  public init(_ path: String, arguments: [String] = [], environment: [String: String] = [:]) {
    self.path = path
    self.arguments = arguments
    self.environment = Program.plainEnvironment.merging(environment) { $1 }
  }

  /// The program with its arguments, behind a shell if it is to run in another directory.
  var commandLine: [String] {
    let plain = [path] + arguments
    guard let directory else { return plain }
    return ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", directory] + plain
  }

  /// A UTF-8 xterm. Backtraces of crashes are off: making one takes seconds.
  public static let plainEnvironment = [
    "PATH": "/usr/local/bin:/usr/bin:/bin", "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "TMPDIR": "/tmp",
    "SWIFT_BACKTRACE": "enable=no",
  ]
}

/// How a program ended.
public enum Outcome: Hashable, Sendable {
  case exited(Int32)
  case signalled(Int32)

  /// Reads the status of `waitpid`.
  init(status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal)
  }
}
