import Foundation

/// The system calls of a process and all its threads, as `strace` sees them.
///
/// Calls that are in progress when `strace` attaches and detaches are not counted, because it interrupts
/// them.
struct SystemCalls {
  /// The number of calls.
  let count: Int
  /// The number of calls that wrote to the terminal.
  let writes: Int

  /// Traces a process during `body`. Returns nil if that is not possible.
  static func of(_ process: Int32, during body: () throws -> Void) throws -> SystemCalls? {
    let log = NSTemporaryDirectory() + "signalbox-calls-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: log) }
    let strace = Process()
    strace.executableURL = URL(fileURLWithPath: "/usr/bin/strace")
    strace.arguments = ["-f", "-p", "\(process)", "-o", log]
    let messages = Pipe()
    strace.standardError = messages
    do { try strace.run() } catch { return nil }
    // `strace` prints on standard error that it has attached, or why it has not.
    let greeting = String(decoding: messages.fileHandleForReading.availableData, as: UTF8.self)
    guard greeting.contains("attached") else {
      strace.waitUntilExit()
      return nil
    }
    // By then, it has attached to the other threads, and interrupted calls have been restarted.
    Thread.sleep(forTimeInterval: 0.3)
    let start = (try? String(contentsOfFile: log, encoding: .utf8))?.utf8.count ?? 0
    try body()
    let text = String(
      decoding: (try Data(contentsOf: URL(fileURLWithPath: log))).dropFirst(start), as: UTF8.self)
    strace.interrupt()
    strace.waitUntilExit()
    let calls = text.split(separator: "\n").filter { line in
      !line.contains(" resumed>") && !line.contains("---") && !line.contains("+++")
    }
    return SystemCalls(count: calls.count, writes: calls.count { $0.contains(" write(1, ") })
  }
}
