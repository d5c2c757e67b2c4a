internal import Dispatch
public import SignalboxCore

/// What jobs need from outside: time, a place to run, and processes. A test passes virtual ones.
public struct JobEnvironment: Sendable {
  /// Where indicators and trackers have their time and their timers from.
  public var scheduler: any Scheduler & Sendable
  /// What work sleeps on: simulated requests, timeouts.
  public var clock: any Clock<Duration>
  /// Where work runs; nil for the default.
  public var executor: (any TaskExecutor)?
  /// Runs a block in a later turn of the main actor.
  public var onMain: @Sendable (_ block: @escaping @MainActor @Sendable () -> Void) -> Void
  /// Starts processes.
  public var commands: CommandRunner

  public init(
    scheduler: any Scheduler & Sendable, clock: any Clock<Duration>, executor: (any TaskExecutor)? = nil,
    commands: CommandRunner = CommandRunner(),
    onMain: @escaping @Sendable (_ block: @escaping @MainActor @Sendable () -> Void) -> Void
  ) {
    self.scheduler = scheduler
    self.clock = clock
    self.executor = executor
    self.commands = commands
    self.onMain = onMain
  }

  /// Real time, real processes and the main queue.
  public static func live() -> JobEnvironment {
    JobEnvironment(scheduler: SharedTimers.queue, clock: ContinuousClock()) { block in
      DispatchQueue.main.async { MainActor.assumeIsolated { block() } }
    }
  }
}
