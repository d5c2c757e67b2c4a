/// Turns the news of several sources into the changes of live data derived from them.
///
/// Everything here runs as a step of the target's outbox, so it needs no lock and may run code of a user.
final class Funnel<Latest: Sendable, Value: Sendable>: @unchecked Sendable {
  private weak var target: Broadcast<Value>?
  private let outbox: Outbox
  private var latest: Latest
  private var versions: [UInt64] = []
  private var previous: Value?
  private let isRepeated: (@Sendable (Value, Value) -> Bool)?
  private let derive: @Sendable (Latest) -> Value

  init(
    _ target: Broadcast<Value>, empty: Latest, isRepeated: (@Sendable (Value, Value) -> Bool)?,
    derive: @escaping @Sendable (Latest) -> Value
  ) {
    self.target = target
    outbox = target.outbox
    latest = empty
    self.isRepeated = isRepeated
    self.derive = derive
  }

  /// Listens to the sources, and leaves a first step that takes in what they hold now. Call with the target's lock held.
  func connect(to sources: [Feed<Latest>.Connecting]) -> Afterwards {
    var afterwards = Afterwards()
    guard let target else { return afterwards }
    var captures: [Feed<Latest>.Capture?] = []
    for (index, source) in sources.enumerated() {
      // The relays hold the target, and with it whoever observes it.
      let inlet = Inlet<Latest>(target: target) { [self, target] version, apply in
        outbox.perform { [self] in
          receive(version, from: index, apply: apply)
          withExtendedLifetime(target) {}
        }
      }
      let connected = source.connect(inlet)
      captures.append(connected?.0)
      if let connected { afterwards.append(connected.1) }
    }
    outbox.post { [self, captures] in prime(captures) }
    return afterwards
  }

  private func prime(_ captures: [Feed<Latest>.Capture?]) {
    for capture in captures { capture?.apply(&latest) }
    versions = captures.map { $0?.version ?? 0 }
    if isRepeated != nil { previous = derive(latest) }
  }

  private func receive(
    _ version: UInt64, from index: Int, apply: @Sendable (inout Latest) -> Void
  ) {
    apply(&latest)
    versions[index] = version
    let value = derive(latest)
    if let isRepeated {
      if let previous, isRepeated(previous, value) { return }
      previous = value
    }
    target?.deliver(value, version: versions.reduce(0, +))
  }
}
