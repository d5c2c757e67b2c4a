import Foundation

/// The system calls of a process and all its threads, as `strace` sees them.
///
/// The calls that a thread sits in when `strace` comes and goes are not counted: it interrupts them itself.
struct SystemCalls {
  /// How many calls there were.
  let count: Int
  /// How many of them wrote to the terminal.
  let writes: Int

  /// Watches a process during `body`, and returns nil where that is not possible.
  static func of(_ process: Int32, during body: () throws -> Void) throws -> SystemCalls? {
    let log = NSTemporaryDirectory() + "signalbox-calls-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: log) }
    let strace = Process()
    strace.executableURL = URL(fileURLWithPath: "/usr/bin/strace")
    strace.arguments = ["-f", "-p", "\(process)", "-o", log]
    let messages = Pipe()
    strace.standardError = messages
    do { try strace.run() } catch { return nil }
    // It says on standard error that it has attached itself, or why not.
    let greeting = String(decoding: messages.fileHandleForReading.availableData, as: UTF8.self)
    guard greeting.contains("attached") else {
      strace.waitUntilExit()
      return nil
    }
    // Attaching to the other threads, and what that interrupts, is over then.
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
