internal import Dashboard
internal import Dispatch
internal import Headless
internal import Processes

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
internal import Programs
#endif

extension HeadlessFiles {
  /// Standard output, standard error, the preferences of the user and the end of this program.
  static func ofProgram() -> HeadlessFiles {
    var files = HeadlessFiles { end in
      switch end {
      case .exit(let code):
        StandardError.writeSurvivors()
        exit(code)
      case .signal(let signal):
        endProgram(bySignal: signal)
      }
    }
    // Mistakes in the preferences are of no interest here.
    files.surroundings.leaveKey = {
      let path = PersonalFile.path(of: "config.yml")
      return path.flatMap { try? Dashboard.Preferences.load(contentsOf: $0) }?.leaveKey ?? .usual
    }
    return files
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
