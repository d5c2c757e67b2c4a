internal import Processes
internal import Programs

/// Reads what commands use, off the main actor: the status of all processes of a busy system takes
/// milliseconds.
@MainActor
final class UsageReader {
  private struct Reading {
    let leaders: Set<Int32>
    let usage: ProcessUsage?
    let time: Duration
  }

  private let station: Station
  private let environment: JobEnvironment
  private var last: Reading?
  /// How long a reading serves everybody who asks: several people may look at it, many times a second.
  private static let lifetime = Duration.milliseconds(900)

  init(_ station: Station, _ environment: JobEnvironment) {
    (self.station, self.environment) = (station, environment)
  }

  /// Passes what the sessions and groups of some processes use, and when that was read. It is nil if there is
  /// none of them.
  func read(
    _ leaders: Set<Int32>, _ answer: @escaping @MainActor (_ usage: ProcessUsage?, _ time: Duration) -> Void
  ) {
    let now = station.now
    if leaders.isEmpty { return answer(nil, now) }
    if let last, last.leaders == leaders, now - last.time < Self.lifetime {
      return answer(last.usage, last.time)
    }
    Task.detached(executorPreference: environment.executor) { [station, environment] in
      let (usage, time) = (ProcessUsage.of(leaders), station.now)
      environment.onMain { [weak self] in
        self?.last = Reading(leaders: leaders, usage: usage, time: time)
        answer(usage, time)
      }
    }
  }
}
