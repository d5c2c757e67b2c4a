#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension GroupJournal {
  /// The groups in the journal of an earlier process that still exist.
  ///
  /// The system may have used their numbers for other groups since. A group is the same if one of its
  /// processes started no later than the last entry of the journal: the group was not reaped at that time, so
  /// its number identified nothing else.
  package static func survivors(in path: String) -> [Int32] {
    let record = GroupRecord(path: path)
    return record.groups.isEmpty ? [] : survivors(of: record).sorted()
  }

  /// Kills the groups that ``survivors(in:)`` returns, and waits for their end. Blocks the calling thread,
  /// but no longer than the limit. Returns the groups that remain.
  @discardableResult
  package static func endSurvivors(in path: String, atMost limit: Duration = .seconds(2)) -> [Int32] {
    let record = GroupRecord(path: path)
    if record.groups.isEmpty { return [] }
    let deadline = MonotonicTime.now + Int(limit / .milliseconds(1))
    while true {
      let groups = survivors(of: record)
      for group in groups { kill(-group, SIGKILL) }
      if groups.isEmpty || MonotonicTime.now >= deadline { return groups.sorted() }
      poll(nil, 0, 5)
    }
  }

  #if canImport(Darwin)
  private static func survivors(of record: GroupRecord) -> Set<Int32> {
    record.groups.filter { group in
      var name = [CTL_KERN, KERN_PROC, KERN_PROC_PGRP, group]
      var size = 0
      guard sysctl(&name, UInt32(name.count), nil, &size, nil, 0) == 0, size > 0 else { return false }
      var processes = [kinfo_proc](
        repeating: kinfo_proc(), count: size / MemoryLayout<kinfo_proc>.stride + 8)
      size = processes.count * MemoryLayout<kinfo_proc>.stride
      guard sysctl(&name, UInt32(name.count), &processes, &size, nil, 0) == 0 else { return false }
      return processes.prefix(size / MemoryLayout<kinfo_proc>.stride).contains { process in
        let start = process.kp_proc.p_un.__p_starttime
        let time = UInt64(start.tv_sec) * 1_000_000_000 + UInt64(start.tv_usec) * 1000
        return process.kp_proc.p_stat != SZOMB && getsid(process.kp_proc.p_pid) == group
          && time <= record.time
      }
    }
  }
  #else
  private static func survivors(of record: GroupRecord) -> Set<Int32> {
    var groups: Set<Int32> = []
    for process in ProcessStatus.processes {
      guard let status = ProcessStatus.of(process), record.groups.contains(status.group), !status.isZombie,
        status.session == status.group, status.startTime <= record.time
      else { continue }
      groups.insert(status.group)
    }
    return groups
  }
  #endif
}
