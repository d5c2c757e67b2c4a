/// Why a test failed to wait for a program on a pseudo-terminal.
public enum PseudoTerminalError: Error, CustomStringConvertible {
  case refused(call: String, errno: Int32)
  /// The expected event did not occur in time. `screen` is the text of the screen.
  case timedOut(waitingFor: String, screen: String)
  /// The program ended before the expected event. `screen` is the text of the screen.
  case ended(waitingFor: String, screen: String)

  public var description: String {
    switch self {
    case .refused(let call, let errno): "\(call) failed with error \(errno)"
    case .timedOut(let what, let screen): "Timed out waiting for \(what). The screen:\n\(screen)"
    case .ended(let what, let screen): "The program ended before \(what). The screen:\n\(screen)"
    }
  }
}
