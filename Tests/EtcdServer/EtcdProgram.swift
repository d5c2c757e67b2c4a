internal import Foundation
internal import Synchronization
internal import TestSupport

/// A process of etcd, and what it logs. It runs until it is killed.
final class EtcdProgram: Sendable {
  /// What etcd logs when it answers requests, for which it needs a leader.
  private static let readyMark = "serving client traffic"

  private let program: ChildProgram
  private let log = Mutex<String>("")

  /// Starts it, and returns when it answers.
  /// - Throws: ``EtcdServer/Failure`` with the end of its log if it has ended before.
  static func start(_ arguments: [String]) async throws -> EtcdProgram {
    let start = Mutex<(program: EtcdProgram?, isCancelled: Bool)>((nil, false))
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        Starter.shared.perform {
          do {
            let output = Pipe()
            let program = try EtcdProgram(arguments, output)
            let isCancelled = start.withLock { start in
              start.program = program
              return start.isCancelled
            }
            if isCancelled { program.signal(SIGKILL) }
            Thread.detachNewThread { program.read(output, whenReady: continuation) }
          } catch {
            continuation.resume(throwing: error)
          }
        }
      }
    } onCancel: {
      start.withLock { start in
        start.isCancelled = true
        return start.program
      }?
      .signal(SIGKILL)
    }
  }

  private init(_ arguments: [String], _ output: Pipe) throws {
    guard let path = EtcdBinary.path else { throw EtcdServer.Failure.notInstalled }
    guard EtcdBinary.version != nil else { throw EtcdServer.Failure.unusable(path) }
    var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("ETCD_") }
    // Without this, version 3.4 starts on x86-64 only.
    environment["ETCD_UNSUPPORTED_ARCH"] = "arm64"
    #if os(Linux)
    // Ends with the thread that starts it, and so with this process, however that ends.
    program = try ChildProgram(
      "/usr/bin/setpriv", ["--pdeathsig", "KILL", path] + arguments, environment: environment,
      output: .pipe(output), errors: nil)
    #else
    program = try ChildProgram(path, arguments, environment: environment, output: .pipe(output), errors: nil)
    let script = "while kill -0 $1 2>/dev/null; do kill -0 $2 2>/dev/null || exit; sleep 1; done; kill -9 $2"
    _ = try ChildProgram(
      "/bin/sh",
      ["-c", script, "sh", "\(ProcessInfo.processInfo.processIdentifier)", "\(program.processIdentifier)"])
    #endif
  }

  /// Reads the log until the end of the program. Blocks the thread.
  private func read(
    _ output: Pipe, whenReady continuation: CheckedContinuation<EtcdProgram, any Error>
  ) {
    var waiting: CheckedContinuation<EtcdProgram, any Error>? = continuation
    while true {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { break }
      let isReady = log.withLock { log in
        log += String(decoding: data, as: UTF8.self)
        defer { log = String(log.suffix(4000)) }
        return log.contains(Self.readyMark)
      }
      if isReady {
        waiting?.resume(returning: self)
        waiting = nil
      }
    }
    waiting?.resume(throwing: EtcdServer.Failure.ended(log: log.withLock { $0 }))
  }

  var processIdentifier: Int32 { program.processIdentifier }

  func signal(_ number: Int32) { program.signal(number) }

  /// Stops it, and waits until all its threads have stopped.
  func pause() {
    program.signal(SIGSTOP)
    var information = siginfo_t()
    while waitid(P_PID, id_t(processIdentifier), &information, WSTOPPED | WEXITED | WNOWAIT) != 0,
      errno == EINTR
    {}
  }

  /// Kills it and waits for its end, which comes at once.
  func kill() {
    program.signal(SIGKILL)
    program.waitForEnd()
  }
}

/// The thread that starts all programs, and lasts as long as this process: on Linux they end with it.
private final class Starter: Sendable {
  static let shared = Starter()

  private let work = Mutex<[@Sendable () -> Void]>([])
  private let count = DispatchSemaphore(value: 0)

  private init() {
    Thread.detachNewThread { [self] in
      while true {
        count.wait()
        work.withLock { $0.isEmpty ? nil : $0.removeFirst() }?()
      }
    }
  }

  func perform(_ body: @escaping @Sendable () -> Void) {
    work.withLock { $0.append(body) }
    count.signal()
  }
}
