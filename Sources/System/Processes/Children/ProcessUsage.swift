package import Programs

extension ProcessUsage {
  /// Reads the status of all processes of the system: a millisecond for a hundred.
  /// - Parameter leaders: The processes that were started, each with a session of its own.
  /// - Returns: What the processes of their sessions and groups use; nil if there are none, and on systems
  ///   that are not Linux.
  package static func of(_ leaders: Set<Int32>) -> ProcessUsage? {
    var usage = ProcessUsage(count: 0, processorTime: .zero, memory: 0)
    for process in leaders.isEmpty ? [] : ProcessStatus.processes {
      guard let status = ProcessStatus.of(process), !status.isZombie,
        leaders.contains(status.session) || leaders.contains(status.group)
      else { continue }
      usage.count += 1
      usage.processorTime += status.processorTime
      usage.memory += status.memory
    }
    return usage.count == 0 ? nil : usage
  }
}
