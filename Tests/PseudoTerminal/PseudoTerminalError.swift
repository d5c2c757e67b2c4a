/// Why a program on a pseudo-terminal could not be watched further.
public enum PseudoTerminalError: Error, CustomStringConvertible {
  case refused(call: String, errno: Int32)
  /// What was waited for did not come in time. Carries what the screen showed.
  case timedOut(waitingFor: String, screen: String)
  /// The program ended before what was waited for came. Carries what the screen showed.
  case ended(waitingFor: String, screen: String)

  public var description: String {
    switch self {
    case .refused(let call, let errno): "\(call) failed with error \(errno)"
    case .timedOut(let what, let screen): "Waited too long for \(what). The screen:\n\(screen)"
    case .ended(let what, let screen): "The program ended before \(what). The screen:\n\(screen)"
    }
  }
}
