import SignalboxCore
import SignalboxTesting
import Testing

/// An event of a scheduler. Times are milliseconds; a task can perform an event when it runs.
private indirect enum SchedulerEvent {
  case now(SchedulerEvent?)
  case after(Int, SchedulerEvent?)
  case repeating(Int, every: Int, SchedulerEvent?)
  case cancel(Int)
  case advance(Int)
  case advanceTo(Int)

  /// - Parameter isRepeated: A repeating timer neither starts another one nor advances, which would not end.
  init(_ random: inout SplitMix, isRepeated: Bool = false) {
    let kind = random.below(isRepeated ? 5 : 8)
    let inner = random.oneIn(3) ? SchedulerEvent(&random, isRepeated: isRepeated || kind == 4) : nil
    let time = random.pick(0, 1, 5, 10, 10, 20, -3)
    switch kind {
    case 0: self = .now(inner)
    case 1, 2: self = .after(time, inner)
    case 3: self = .cancel(random.below(6))
    case 4 where !isRepeated: self = .repeating(time, every: random.pick(5, 10, 0), inner)
    case 4: self = .now(nil)
    case 5: self = .advanceTo(random.below(60))
    default: self = .advance(max(0, time))
    }
  }
}

private final class SchedulerSubject {
  private(set) var log: [String] = []
  let scheduler = TestScheduler()
  private var timers: [any Cancellable] = []
  private var count = 0

  func perform(_ event: SchedulerEvent) {
    switch event {
    case .now(let inner): scheduler.schedule(task(inner))
    case .after(let time, let inner):
      scheduler.schedule(after: scheduler.now.advanced(by: Duration.milliseconds(time)), task(inner))
    case .repeating(let time, let interval, let inner):
      let date = scheduler.now.advanced(by: Duration.milliseconds(time))
      timers.append(
        scheduler.schedule(
          after: date, interval: .milliseconds(interval), tolerance: .zero, options: nil, task(inner)))
    case .cancel(let which): if !timers.isEmpty { timers[which % timers.count].cancel() }
    case .advance(let time): scheduler.advance(by: .milliseconds(time))
    case .advanceTo(let time): scheduler.advance(to: .init(offset: .milliseconds(time)))
    }
  }

  private func task(_ inner: SchedulerEvent?) -> () -> Void {
    let number = count
    count += 1
    return { [weak self] in
      guard let self else { return }
      log.append("\(number) at \(scheduler.elapsed / .milliseconds(1))")
      if let inner { perform(inner) }
    }
  }
}

/// A list of the scheduled tasks.
private final class SchedulerReference {
  private final class Timer {
    let interval: Int?
    var isCancelled = false
    init(interval: Int?) { self.interval = interval }
  }

  private struct Work {
    let number: Int
    let time: Int
    let date: Int
    let inner: SchedulerEvent?
    let timer: Timer?
  }

  private(set) var log: [String] = []
  private(set) var now = 0
  /// In order of scheduling.
  private var agenda: [Work] = []
  private var timers: [Timer] = []
  private var count = 0

  var pendingCount: Int { agenda.count }

  func perform(_ event: SchedulerEvent) {
    switch event {
    case .now(let inner): add(at: now, inner)
    case .after(let time, let inner): add(at: now + time, inner)
    case .repeating(let time, let interval, let inner):
      let timer = Timer(interval: interval)
      timers.append(timer)
      add(at: now + time, inner, timer)
    case .cancel(let which):
      if timers.isEmpty { return }
      let timer = timers[which % timers.count]
      timer.isCancelled = true
      agenda.removeAll { $0.timer === timer }
    case .advance(let time): advance(to: now + time)
    case .advanceTo(let time): advance(to: time)
    }
  }

  private func add(at date: Int, _ inner: SchedulerEvent?, _ timer: Timer? = nil, number: Int? = nil) {
    let own = number ?? count
    if number == nil { count += 1 }
    agenda.append(Work(number: own, time: max(date, now), date: date, inner: inner, timer: timer))
  }

  private func advance(to end: Int) {
    while let time = agenda.map(\.time).min(), time <= end,
      let index = agenda.firstIndex(where: { $0.time == time })
    {
      let work = agenda.remove(at: index)
      now = max(now, time)
      log.append("\(work.number) at \(Double(now))")
      if let inner = work.inner { perform(inner) }
      if let timer = work.timer, let interval = timer.interval, interval > 0, !timer.isCancelled {
        add(at: work.date + interval, work.inner, timer, number: work.number)
      }
    }
    now = max(now, end)
  }
}

private struct SchedulerModel: Model {
  private let subject = SchedulerSubject()
  private let reference = SchedulerReference()

  init(_ random: inout SplitMix) {}

  static func event(_ random: inout SplitMix) -> SchedulerEvent { SchedulerEvent(&random) }

  func perform(_ event: SchedulerEvent) throws {
    subject.perform(event)
    reference.perform(event)
    try compare("what ran", subject.log, reference.log)
    try compare("the time", subject.scheduler.elapsed, .milliseconds(reference.now))
    try compare("what waits", subject.scheduler.pendingCount, reference.pendingCount)
  }
}

@Suite(.timeLimit(.minutes(15))) struct TestSchedulerModelTests {
  @Test func `the agenda is a list in order of time then of arrival`() {
    expectAgreement(of: SchedulerModel.self, seeds: 2_000, length: 40)
  }
}
