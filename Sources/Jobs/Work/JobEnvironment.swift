internal import Dispatch
package import Processes
package import SignalboxCore

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// What jobs need from outside: time, a place to run, processes and the network. A test passes virtual ones.
package struct JobEnvironment: Sendable {
  /// Where indicators and trackers have their time and their timers from.
  package var scheduler: any Scheduler & Sendable
  /// What work sleeps on: simulated requests, timeouts.
  package var clock: any Clock<Duration>
  /// Where work runs; nil for the default.
  package var executor: (any TaskExecutor)?
  /// The clock on the wall, in whole seconds since 1970: when a line of output came.
  package var wallSeconds: @Sendable () -> UInt32 = { UInt32(truncatingIfNeeded: time(nil)) }
  /// How many lines of output each job keeps, for those who look at them later.
  package var keptLines = 2_000
  /// Runs a block in a later turn of the main actor.
  package var onMain: @Sendable (_ block: @escaping @MainActor @Sendable () -> Void) -> Void
  /// Starts processes.
  package var commands: CommandRunner
  /// Sends the requests of HTTP probes.
  package var http: any HTTPClient
  /// Makes the connections of TCP probes.
  package var tcp: any TCPClient
  /// A number from 0 up to 1, another each time, for what must not happen everywhere at the same moment.
  package var random: @Sendable () -> Double

  package init(
    scheduler: any Scheduler & Sendable, clock: any Clock<Duration>, executor: (any TaskExecutor)? = nil,
    commands: CommandRunner = CommandRunner(), http: any HTTPClient = URLSessionClient(),
    tcp: any TCPClient = SocketClient(), random: @escaping @Sendable () -> Double = { .random(in: 0..<1) },
    onMain: @escaping @Sendable (_ block: @escaping @MainActor @Sendable () -> Void) -> Void
  ) {
    self.scheduler = scheduler
    self.clock = clock
    self.executor = executor
    self.commands = commands
    self.http = http
    self.tcp = tcp
    self.random = random
    self.onMain = onMain
  }

  /// Real time, real processes and the main queue.
  package static func live() -> JobEnvironment {
    JobEnvironment(scheduler: SharedTimers.queue, clock: ContinuousClock()) { block in
      DispatchQueue.main.async { MainActor.assumeIsolated { block() } }
    }
  }
}
