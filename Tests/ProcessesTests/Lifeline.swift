import Programs
import TestSupport
import Testing

@testable import Processes

#if canImport(System)
import System
#else
import SystemPackage
#endif

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Detects the end of the last process of a family, without polling.
///
/// A script opens the named pipe `path` for writing as a descriptor that all its descendants inherit: the end
/// of the pipe is the end of the last of them.
struct Lifeline {
  let path: String
  private let scratch: Scratch
  private let pipe: FileDescriptor

  init() throws {
    scratch = try Scratch()
    path = scratch.path + "/lifeline"
    try #require(mkfifo(path, 0o600) == 0)
    pipe = try FileDescriptor.open(path, .readOnly, options: .nonBlocking)
  }

  /// Waits until all of them have ended. Call this once, after the script has opened the pipe.
  func hasEnded() async throws -> Bool {
    let thread = try #require(OutputThread.shared)
    return await OutputReader(pipe, decoder: OutputDecoder(), thread: thread) { _ in }
      .waitForEnd(atMost: .seconds(30))
  }

  /// Whether none of them has the pipe open now. Call this after the script has opened the pipe.
  var hasEndedNow: Bool {
    var byte: UInt8 = 0
    return read(pipe.rawValue, &byte, 1) == 0
  }
}
