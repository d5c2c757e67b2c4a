/// Which alerts are sent to an Alertmanager, and when: a pure state machine.
///
/// All that is present is sent with each request, and again in the interval; what has ended is sent once more
/// as ended. One request is sent at a time, so the number of alerts that wait is bounded by that of the
/// errors. What could not be sent ends by itself: each alert says when it ends without further news.
struct AlertSchedule: Sendable {
  typealias Labels = [String: String]

  /// What is sent at once.
  struct Batch: Sendable, Equatable {
    var firing: [AlertMessage]
    var resolved: [AlertMessage]
  }

  /// The most alerts of a request.
  static let limit = 200
  /// The shortest time between two requests.
  static let pause = Duration.seconds(1)

  /// How often alerts are sent again.
  let interval: Duration

  /// How long the Alertmanager keeps an alert without news.
  var lifetime: Duration { interval * 3 }

  private var present: [AlertMessage] = []
  /// Alerts that the Alertmanager may know, and when it forgets them.
  private var known: [Labels: (alert: AlertMessage, end: Duration)] = [:]
  /// The alerts of the last request that was accepted which are still present.
  private var accepted: Set<Labels> = []
  private var lastStart: Duration?
  private var lastSuccess: Duration?
  private var retry: Duration?
  private var failures = 0
  private var sending: Batch?

  init(every interval: Duration) { self.interval = interval }

  /// Whether a request is in progress.
  var isSending: Bool { sending != nil }

  /// Sets the alerts that are present, the most important first.
  mutating func take(_ alerts: [AlertMessage]) {
    var seen: Set<Labels> = []
    present = Array(alerts.filter { seen.insert($0.labels).inserted }.prefix(Self.limit))
    // One that ends and begins again is new.
    accepted.formIntersection(present.map(\.labels))
  }

  /// The alerts that the Alertmanager may still show, although they have ended.
  private func resolved(at now: Duration) -> [AlertMessage] {
    let firing = Set(present.map(\.labels))
    return known.values.filter { !firing.contains($0.alert.labels) && $0.end > now }.map(\.alert)
  }

  /// When the next request is due; nil for never, and while one is in progress.
  func due(at now: Duration) -> Duration? {
    guard sending == nil else { return nil }
    let isNew = !present.allSatisfy { accepted.contains($0.labels) } || !resolved(at: now).isEmpty
    guard isNew || !present.isEmpty else { return nil }
    let regular = isNew ? lastStart.map { $0 + Self.pause } ?? now : (lastSuccess ?? now) + interval
    return max(regular, retry ?? regular)
  }

  /// A request begins. Returns what it sends.
  mutating func begin(at now: Duration) -> Batch {
    known = known.filter { $0.value.end > now }
    let ended = resolved(at: now).sorted { $0.start < $1.start }
    let batch = Batch(firing: present, resolved: Array(ended.prefix(Self.limit)))
    // Also a request without an answer may have arrived.
    for alert in batch.firing { known[alert.labels] = (alert, now + lifetime) }
    sending = batch
    lastStart = now
    return batch
  }

  /// The request has ended.
  /// - Parameter random: A number in 0..<1, for jitter.
  mutating func end(accepted isAccepted: Bool, at now: Duration, random: Double) {
    guard let batch = sending else { return }
    sending = nil
    guard isAccepted else {
      failures += 1
      let delay = min(interval, Self.pause * Double(1 << min(failures - 1, 16)))
      retry = now + delay * (0.5 + random / 2)
      return
    }
    (failures, retry, lastSuccess) = (0, nil, now)
    accepted = Set(batch.firing.map(\.labels)).intersection(present.map(\.labels))
    for alert in batch.resolved { known[alert.labels] = nil }
  }

  /// What has to be sent so that nothing remains; nil if the Alertmanager knows nothing.
  mutating func leave(at now: Duration) -> Batch? {
    present = []
    let rest = resolved(at: now)
    return rest.isEmpty ? nil : Batch(firing: [], resolved: rest)
  }
}
