internal import CProcess
package import Foundation
internal import Synchronization

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A program that a test starts. It begins as soon as it is created, with `/dev/null` for input and without
/// other descriptors of the test.
///
/// It takes the place of Foundation's `Process`, which on Linux reads beyond a buffer when it starts a
/// program while more than a thousand descriptors are open, as happens when all tests run at once.
package final class ChildProgram: Sendable {
  /// Where an output of the program goes.
  package enum Output {
    case inherited, discarded
    /// The end for writing is closed here when the program has begun.
    case pipe(Pipe)
  }

  package enum Outcome: Hashable, Sendable {
    case exited(Int32)
    case signalled(Int32)

    /// The exit code; -1 if a signal ended it.
    package var code: Int32 { if case .exited(let code) = self { code } else { -1 } }
  }

  /// The program did not begin, for this `errno`.
  package struct Refusal: Error {
    package let path: String
    package let code: Int32
  }

  package let processIdentifier: Int32
  private let outcome = Mutex<Outcome?>(nil)

  /// - Parameters:
  ///   - environment: All variables; nil for those of the test.
  ///   - errors: nil for the same as `output`.
  package init(
    _ path: String, _ arguments: [String] = [], environment: [String: String]? = nil,
    directory: String? = nil, output: Output = .inherited, errors: Output? = .inherited
  ) throws {
    let variables = environment ?? ProcessInfo.processInfo.environment
    let lists = [[path], [path] + arguments, variables.map { "\($0.key)=\($0.value)" }].map { texts in
      texts.map { strdup($0) } + [nil]
    }
    defer { for text in lists.joined() { free(text) } }
    let null = open("/dev/null", O_WRONLY)
    defer { close(null) }
    let place = directory.map { strdup($0) } ?? nil
    defer { free(place) }
    let (first, second) = (Self.descriptor(output, 1, null), Self.descriptor(errors ?? output, 2, null))
    var failure = spawn_failure()
    processIdentifier = lists[0].withUnsafeBufferPointer { paths in
      lists[1].withUnsafeBufferPointer { arguments in
        lists[2].withUnsafeBufferPointer { environment in
          var request = spawn_request(
            paths: paths.baseAddress, arguments: arguments.baseAddress, environment: environment.baseAddress,
            directory: place, input: -1, output: first, error: second, extra: -1, takes_terminal: 0,
            keeper: -1, journal: -1, limits: nil, limit_count: 0, context: nil)
          return spawn_process(&request, &failure)
        }
      }
    }
    guard processIdentifier > 0 else { throw Refusal(path: path, code: failure.error) }
    for case .pipe(let pipe)? in [output, errors] { try? pipe.fileHandleForWriting.close() }
  }

  private static func descriptor(_ output: Output, _ inherited: Int32, _ null: Int32) -> Int32 {
    switch output {
    case .inherited: inherited
    case .discarded: null
    case .pipe(let pipe): pipe.fileHandleForWriting.fileDescriptor
    }
  }

  /// Waits until it has ended. Blocks the thread.
  @discardableResult
  package func waitForEnd() -> Outcome {
    // Not reaped by this call: whoever asks meanwhile is answered.
    var information = siginfo_t()
    while waitid(P_PID, id_t(processIdentifier), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    return reap() ?? .exited(-1)
  }

  package var isRunning: Bool { reap() == nil }

  /// Calls a block when it has ended, on a thread of its own.
  package func whenEnded(_ block: @escaping @Sendable (Outcome) -> Void) {
    Thread.detachNewThread { block(self.waitForEnd()) }
  }

  /// Signals it, unless it has ended.
  package func signal(_ number: Int32) { if isRunning { kill(processIdentifier, number) } }

  private func reap() -> Outcome? {
    outcome.withLock { outcome in
      if outcome != nil { return outcome }
      var status: Int32 = 0
      guard waitpid(processIdentifier, &status, WNOHANG) == processIdentifier else { return nil }
      outcome = status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signalled(status & 0x7F)
      return outcome
    }
  }
}
