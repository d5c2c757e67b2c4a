import Foundation

/// The statistics of the system about a process.
struct ProcessFigures {
  let identifier: Int32

  /// The processor time of all threads, including those that have ended, in seconds.
  var processorTime: Double {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(identifier, &clock) == 0, clock_gettime(clock, &time) == 0 else { return .nan }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The same in the ticks of the kernel, usually 10 ms, that `top` counts.
  var ticks: Int {
    // The name of the program, in parentheses, can contain spaces.
    let fields = text(of: "stat").split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) else { return -1 }
    return user + system
  }

  /// Memory that is not backed by a file, in kilobytes.
  var privateMemory: Double {
    number("RssAnon:", in: text(of: "status")) ?? .nan
  }

  /// The number of times that its threads went to sleep, which is the number of wake-ups.
  var voluntarySwitches: Int { switchesByThread.values.reduce(0, +) }

  /// The same for each thread that has not ended.
  var switchesByThread: [String: Int] {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(identifier)/task")) ?? []
    let counts = threads.map { thread in
      (thread, Int(number("voluntary_ctxt_switches:", in: text(of: "task/\(thread)/status")) ?? 0))
    }
    return Dictionary(counts) { first, _ in first }
  }

  var threadCount: Int { Int(number("Threads:", in: text(of: "status")) ?? 0) }

  /// The paths of the shared libraries that it has loaded.
  var libraries: Set<String> {
    Set(
      text(of: "maps").split(separator: "\n").compactMap { line in
        let path = line.split(separator: " ").last.map(String.init) ?? ""
        return path.hasPrefix("/") && path.contains(".so") ? path : nil
      })
  }

  /// Its children.
  var children: [ProcessFigures] {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(identifier)/task")) ?? []
    return threads.flatMap { thread in
      text(of: "task/\(thread)/children").split(separator: " ").compactMap { Int32($0) }
    }.map(ProcessFigures.init)
  }

  private func text(of file: String) -> String {
    // The system gives a part of a long file to each read.
    let data = FileHandle(forReadingAtPath: "/proc/\(identifier)/\(file)")?.readDataToEndOfFile()
    return String(decoding: data ?? Data(), as: UTF8.self)
  }

  private func number(_ name: String, in text: String) -> Double? {
    let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) }
  }
}
