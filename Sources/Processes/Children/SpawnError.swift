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
    /// There were no descriptors left for it.
    case descriptors
    /// Its directory could not be entered.
    case directory
    /// The program was not found, may not be executed, or is none.
    case program
  }

  let step: Step
  /// What the system says.
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
      default: .process
      }
    self.init(step, Errno(rawValue: failure.error))
  }

  /// This process, or the whole system, has no descriptor left.
  var isLackOfDescriptors: Bool { code == .tooManyOpenFiles || code == .tooManyOpenFilesInSystem }
}
