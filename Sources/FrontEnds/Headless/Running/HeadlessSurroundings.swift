internal import Dispatch
package import Programs
package import SignalboxCore
package import TerminalUI

/// What a board without a screen has of the system. The program makes it of its descriptors and signals; a
/// test passes pipes, and receives the end as a value.
package struct HeadlessSurroundings: Sendable {
  /// How the program ends.
  package enum End: Sendable, Equatable {
    /// With this exit code.
    case exit(Int32)
    /// By this signal, as a program ends that does not catch it.
    case signal(Int32)
  }

  /// What `output` and `messages` tell their events to. Each board has one of its own.
  package let events: HeadlessEvents
  /// Receives changes and output.
  package let output: any OutputSink
  /// Receives messages. It is `output` if both lead to the same file, so that their order is kept.
  package let messages: any OutputSink
  /// The descriptors of both, for a command whose bytes are passed on; of one file only once.
  package let descriptors: [Int32]

  /// Whether what is printed appears on a terminal, and its size; nil if unknown.
  package var isOnTerminal = false
  package var windowSize: @Sendable () -> Size? = { nil }
  /// Whether a person can type into the program.
  package var hasKeyboard: @MainActor () -> Bool = { false }
  /// Begins to receive the signals that end the program, as long as what it returns exists.
  ///
  /// `onArrival` is called at once on another thread, even while the main actor is blocked; `onSignal` is
  /// called on the main actor.
  package var receiveSignals:
    @MainActor (
      _ onArrival: @escaping @Sendable (Int32) -> Void, _ onSignal: @escaping @MainActor (Int32) -> Void
    ) throws -> AnyObject? = { _, _ in nil }
  /// Begins to tell that the terminal has another size, or that the program goes on after a stop. Returns
  /// what ends that.
  package var followTerminal:
    @MainActor (_ onChange: @escaping @MainActor (_ goesOn: Bool) -> Void) -> @MainActor () -> Void = { _ in
      {}
    }

  /// The time of limits for waits.
  package var scheduler: any Scheduler & Sendable = SharedTimers.queue
  /// Runs a block in a later turn of the main actor.
  package var onMain: @Sendable (_ block: @escaping @MainActor @Sendable () -> Void) -> Void = { block in
    DispatchQueue.main.async { MainActor.assumeIsolated { block() } }
  }
  /// Reads which key leaves a program that was entered.
  package var leaveKey: @MainActor () -> LeaveKey = { .usual }
  /// What the exit code of the program means.
  package var exitMap = ExitMap.command
  /// Ends the program. From any thread; the program does not return from this call.
  package var end: @Sendable (End) -> Void

  package init(
    events: HeadlessEvents, output: any OutputSink, messages: any OutputSink, descriptors: [Int32],
    end: @escaping @Sendable (End) -> Void
  ) {
    (self.events, self.output, self.messages) = (events, output, messages)
    self.descriptors = descriptors
    self.end = end
  }
}
