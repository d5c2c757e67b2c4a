/// What the processes of some commands use at one moment.
package struct ProcessUsage: Sendable, Equatable {
  /// The number of processes.
  package var count: Int
  /// The processor time that they have used since each of them started.
  package var processorTime: Duration
  /// Their resident memory in bytes. What several of them share counts several times.
  package var memory: Int
  /// When this was read, on the clock of the reader; zero if that is not known.
  package var time = Duration.zero

  package init(count: Int, processorTime: Duration, memory: Int) {
    (self.count, self.processorTime, self.memory) = (count, processorTime, memory)
  }
}
