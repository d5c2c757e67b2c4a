internal import Dispatch
internal import Foundation
internal import Headless
internal import Processes

extension HeadlessSurroundings {
  /// Standard output, standard error and the end of this program.
  static let program = HeadlessSurroundings { end in
    switch end {
    case .exit(let code):
      StandardError.writeSurvivors()
      exit(code)
    case .signal(let signal):
      endProgram(bySignal: signal)
    }
  }

  /// Kills every command and ends the program by the signal, from any thread.
  private static func endProgram(bySignal signal: Int32) -> Never {
    ProcessGroups.shared.killAll()
    // Standard error may be a full pipe without a reader.
    let isWritten = DispatchSemaphore(value: 0)
    DispatchQueue(label: "signalbox.last-message").async {
      StandardError.writeSurvivors()
      isWritten.signal()
    }
    _ = isWritten.wait(timeout: .now() + .seconds(1))
    ProcessEnd.bySignal(signal)
  }
}
