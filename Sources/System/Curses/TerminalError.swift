/// Why a terminal could not be opened. The description is a message for the user.
public enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Standard input or output is a file, a pipe, or closed.
  case notATerminal(Stream)
  /// terminfo has no entry with this name.
  case unknownTerminal(name: String)
  /// No descriptor is left to read the entry of terminfo. The text says so, and names the limit.
  case noDescriptor(String)
  /// The terminal cannot move its cursor, such as `TERM=dumb`.
  case cannotAddressCursor(name: String)
  /// Another terminal is open; there is at most one per process.
  case alreadyOpen
  /// A system call failed.
  case refused(call: String, errno: Int32)

  public enum Stream: String, Hashable, Sendable {
    case standardInput = "standard input"
    case standardOutput = "standard output"
  }

  public var description: String {
    switch self {
    case .notATerminal(let stream):
      "\(stream.rawValue) is not a terminal"
    case .unknownTerminal(let name) where name.isEmpty:
      "the type of the terminal is not known: TERM is not set"
    case .unknownTerminal(let name):
      "the terminal \"\(name)\" (from TERM) is not known here"
    case .noDescriptor(let text): text
    case .cannotAddressCursor(let name):
      "the terminal \"\(name)\" (from TERM) cannot move its cursor"
    case .alreadyOpen:
      "the terminal is already open"
    case .refused(let call, let errno):
      "the system refused \(call) (error \(errno))"
    }
  }
}
