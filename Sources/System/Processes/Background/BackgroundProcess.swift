import CProcess
import Synchronization

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

/// A program that continues when this process and its terminal have gone, and reports when it is ready.
///
/// It leads a session of its own, starts in the directory `/`, reads from `/dev/null`, and appends its output
/// to a log. All signals have their default action. It inherits one other descriptor, ``readyDescriptor``, so
/// it keeps no pipe, lock or terminal of this process open.
package final class BackgroundProcess: Sendable {
  /// The descriptor at which the program reports; it passes it to ``reportReady(_:)`` or
  /// ``reportFailure(_:to:)``.
  package static let readyDescriptor = Int32(SPAWN_EXTRA_DESCRIPTOR)

  /// The number of the process.
  package let identifier: Int32
  /// The read end of the pipe on which the program reports; it does not block.
  private let report: FileDescriptor
  private let received = Mutex(ReadyReport())

  /// Starts a program, and returns when it runs.
  /// - Parameters:
  ///   - program: The path of the program.
  ///   - arguments: What it receives after its own name.
  ///   - environment: The entries `NAME=value`; nil for those of this process.
  ///   - log: The file to which it appends what it prints. If there is none, or it cannot be opened, the
  ///     output is
  ///     dropped.
  /// - Throws: An error that explains to people why the program does not run.
  package static func start(
    program: String, arguments: [String], environment: [[UInt8]]? = nil, log: String? = nil
  ) throws(StartError) -> BackgroundProcess {
    let launch = Launch(
      invocation: .arguments([program] + arguments), directory: "/", environment: [:])
    do {
      return try BackgroundProcess(try launch.program(inheriting: environment), log: log)
    } catch let error as StartError {
      throw error
    } catch let error as SpawnError {
      throw StartError(launch.reason(for: error))
    } catch {
      throw StartError("cannot start \(program)", error)
    }
  }

  private init(_ program: borrowing ChildProcess.Program, log: String?) throws {
    let ends = try PipeEnds()
    let report = FileDescriptor(rawValue: try Descriptor.duplicate(ends.readEnd.rawValue))
    _ = fcntl(report.rawValue, F_SETFL, O_NONBLOCK)
    var isStarted = false
    defer { if !isStarted { try? report.close() } }
    let output = try Self.output(log)
    defer { try? output.close() }
    let child = try ChildProcess(program, descriptors: .init(output: output, extra: ends.writeEnd))
    identifier = child.identifier
    self.report = report
    isStarted = true
    // It does not remain as a zombie if this process lives longer.
    Task.detached {
      guard let thread = OutputThread.shared else { return }
      await thread.waitForExit(of: child)
      _ = child.reap()
    }
  }

  deinit { try? report.close() }

  private static func output(_ log: String?) throws -> FileDescriptor {
    if let log {
      let file = try? FileDescriptor.open(
        log, .writeOnly, options: [.create, .append, .closeOnExec, .nonBlocking, .noFollow],
        permissions: .ownerReadWrite)
      if let file {
        _ = fcntl(file.rawValue, F_SETFL, O_APPEND)
        return file
      }
    }
    return try FileDescriptor.open("/dev/null", .writeOnly, options: .closeOnExec)
  }

  /// Waits for the report of the program, and returns it. Blocks the calling thread, but no longer than the
  /// limit: not for the main thread, and not for a task.
  package func waitUntilReady(atMost limit: Duration) -> Readiness {
    let deadline = MonotonicTime.now + Int(limit / .milliseconds(1))
    while true {
      if let readiness { return readiness }
      let rest = deadline - MonotonicTime.now
      guard rest > 0 else { return .timedOut }
      var request = pollfd(fd: report.rawValue, events: Int16(POLLIN), revents: 0)
      poll(&request, 1, Int32(clamping: rest))
    }
  }

  /// Waits for the report in a thread of its own, and returns it. Without a thread the time is over at once.
  package func readiness(atMost limit: Duration) async -> Readiness {
    await withCheckedContinuation { continuation in
      let thread: Void? = try? DedicatedThread.start("signalbox.ready") {
        continuation.resume(returning: self.waitUntilReady(atMost: limit))
      }
      if thread == nil { continuation.resume(returning: .timedOut) }
    }
  }

  /// What the program has reported; nil if it has not reported yet.
  private var readiness: Readiness? {
    received.withLock { received in
      while received.readiness == nil {
        var bytes = [UInt8](repeating: 0, count: 512)
        do {
          let count = try bytes.withUnsafeMutableBytes { try report.read(into: $0) }
          received.append(bytes[..<count])
        } catch {
          if error as? Errno == .wouldBlock { return nil }
          received.append([])
        }
      }
      return received.readiness
    }
  }
}
