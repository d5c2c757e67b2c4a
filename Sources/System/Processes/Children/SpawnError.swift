import CProcess

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// Why a program did not start.
struct SpawnError: Error, Equatable {
  /// The part of the start that failed.
  enum Step: Equatable {
    /// The process could not be created: there are too many, or there is no memory.
    case process
    /// No descriptors were left for it.
    case descriptors
    /// Its directory could not be entered.
    case directory
    /// The program was not found, may not be executed, or is not a program.
    case program
    /// No pseudo-terminal was left for it.
    case terminal
    /// The keeper of its group has ended or does not read, and none could be started.
    case keeper
  }

  let step: Step
  /// The error of the system.
  let code: Errno

  init(_ step: Step, _ code: Errno) {
    self.step = step
    self.code = code
  }

  init(_ failure: spawn_failure) {
    let step: Step =
      switch UInt32(bitPattern: failure.step) {
      case SPAWN_DESCRIPTORS.rawValue: .descriptors
      case SPAWN_DIRECTORY.rawValue: .directory
      case SPAWN_PROGRAM.rawValue: .program
      case SPAWN_KEEPER.rawValue: .keeper
      default: .process
      }
    self.init(step, Errno(rawValue: failure.error))
  }

  /// Whether a later try may succeed without a change of the command: what does not exist, or is no program,
  /// stays so.
  var mayPass: Bool {
    switch (step, code) {
    case (.directory, _), (.program, _): !Self.lastingCodes.contains(code)
    case (.process, _), (.descriptors, _), (.terminal, _), (.keeper, _): true
    }
  }

  private static let lastingCodes: Set<Errno> = [
    .noSuchFileOrDirectory, .notDirectory, .isDirectory, .permissionDenied, .notPermitted, .execFormatError,
    .tooManySymbolicLinkLevels, .fileNameTooLong,
  ]

  /// Whether this process or the whole system has no descriptor left.
  var isLackOfDescriptors: Bool { code == .tooManyOpenFiles || code == .tooManyOpenFilesInSystem }
}
