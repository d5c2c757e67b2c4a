package import Board
package import Boundary
internal import Dispatch
internal import Etcd
package import Processes
package import SignalboxCore

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The dependencies of jobs: time, executor, processes and network. A test passes virtual ones.
package struct JobEnvironment: Sendable {
  /// The time and the timers of indicators and trackers.
  package var scheduler: any Scheduler & Sendable
  /// The clock that work sleeps on: simulated requests, timeouts.
  package var clock: any Clock<Duration>
  /// The executor of work; nil for the default.
  package var executor: (any TaskExecutor)?
  /// The wall clock, in whole seconds since 1970, for the arrival of lines of output.
  package var wallSeconds: @Sendable () -> UInt32 = { UInt32(truncatingIfNeeded: time(nil)) }
  /// The wall clock in milliseconds since 1970, which other machines show.
  var wallMilliseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// The name and the version of the program, which other machines show.
  package var program = "signalbox"
  /// The canonical path of the board, as its commands are told; nil if others cannot find it.
  package var boardPath: String?
  /// Called when a run begins, before its work, and when it has ended; on any thread, without a lock.
  package var onRun: @Sendable (RunEvent) -> Void = { _ in }
  /// The lines of the last run of an action that are kept in a file; nil if there are none.
  package var linesOfEarlierRuns: @Sendable (ActionDefinition) -> KeptLines? = { _ in nil }
  /// Keeps the state of the inputs of a success of an action for the next process. On any thread.
  package var keepInputs: @Sendable (_ action: String, _ state: [UInt8]) -> Void = { _, _ in }
  /// What an earlier process has kept; nil for nothing.
  package var keptInputs: @Sendable (_ action: String) -> [UInt8]? = { _ in nil }
  /// Whether the system may give notice of changed files; otherwise they are polled.
  package var listensToFiles = true
  /// The number of lines of output that each job keeps.
  package var keptLines = 2_000
  /// The size of the terminals of commands.
  package let window = OutputWindow()
  /// Runs a block in a later turn of the main actor.
  package var onMain: @Sendable (_ block: @escaping @MainActor @Sendable () -> Void) -> Void
  /// Starts processes.
  package var commands: CommandRunner
  /// Sends the requests of HTTP probes.
  package var http: any HTTPClient
  /// Makes the connections of TCP probes.
  package var tcp: any TCPClient
  /// Connects with the etcd of a board, by which it shares actions.
  package var etcd: @Sendable (ClusterDefinition) -> any EtcdConnection = { EtcdClient($0) }
  /// A random number in 0..<1, for jitter.
  package var random: @Sendable () -> Double

  package init(
    scheduler: any Scheduler & Sendable, clock: any Clock<Duration>, executor: (any TaskExecutor)? = nil,
    commands: CommandRunner = CommandRunner(), http: any HTTPClient = CurlClient(),
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

  /// Real time, real processes and the main queue. The first command starts a keeper for all of them.
  /// - Parameter program: The name and the version of the program.
  package static func live(program: String = "signalbox") -> JobEnvironment {
    var commands = CommandRunner()
    commands.keeper = { Keeper.ofProcess }
    var environment = JobEnvironment(
      scheduler: SharedTimers.queue, clock: ContinuousClock(), commands: commands
    ) { block in
      DispatchQueue.main.async { MainActor.assumeIsolated { block() } }
    }
    environment.program = program
    return environment
  }
}
