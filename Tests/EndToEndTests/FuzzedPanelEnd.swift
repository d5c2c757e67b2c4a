import Fuzzing
import PseudoTerminal

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// How a fuzzed panel is brought to its end.
enum FuzzEnd: CaseIterable {
  case quit, interruptTwice, terminate, quitSignal, hangUpSignal, crash, trap, abort, closedWindow

  fileprivate var signal: Int32? {
    switch self {
    case .quit, .interruptTwice, .closedWindow: nil
    case .terminate: SIGTERM
    case .quitSignal: SIGQUIT
    case .hangUpSignal: SIGHUP
    case .crash: SIGSEGV
    case .trap: SIGILL
    case .abort: SIGABRT
    }
  }
}

extension FuzzedPanel {
  /// Ends the panel while whatever runs is running, and sees to it that the terminal and the processes are as
  /// before.
  func end(_ end: FuzzEnd) throws {
    let start = terminal.output.count
    switch end {
    case .quit: try quit()
    case .interruptTwice:
      try closeOverlays()
      // The first asks; where nothing runs it ends the panel, and the second meets none.
      send([0x03])
      send([0x03])
    case .closedWindow: terminal.hangUp()
    default: if let number = end.signal { signal(number) }
    }
    if hasShell, end != .closedWindow, end != .interruptTwice {
      try waitForOutput("ended ", since: start)
    }
    let outcome = try terminal.waitForEnd(timeout: .seconds(30))
    if !hasShell, end != .closedWindow, !expected(of: end).contains(outcome) {
      throw Fault("\(end) ended it by \(outcome)")
    }
    if end != .closedWindow, !terminal.leftChanged.isEmpty {
      throw Fault("after \(end) \(terminal.leftChanged)")
    }
    if !board.hasNoCommand { throw Fault("after \(end) a command goes on") }
  }

  /// It may have been quit before by what was typed.
  private func expected(of end: FuzzEnd) -> Set<Outcome> {
    hasEnded ? [.exited(0)] : [end.signal.map(Outcome.signalled) ?? .exited(0)]
  }

  /// Whatever lies over the board, or is being typed, takes the next key.
  private func closeOverlays() throws {
    for _ in 0..<3 {
      try answer()
      send([0x1B])
    }
    try answer()
  }

  private func quit() throws {
    try closeOverlays()
    send([UInt8(ascii: "q")])
    try answer()
    send([UInt8(ascii: "y")])
  }
}
