internal import Board
internal import Boundary
internal import Inputs
internal import Processes
internal import SignalboxCore

/// What waits for a look at the files of some actions.
@MainActor
final class LookRequest {
  let actions: Set<String>
  /// The attempt that has ended; nil for other looks.
  let completing: UInt64?
  /// Whether it is enough to read what was noticed.
  let isPartial: Bool
  /// How often it looks again while somebody writes.
  var tries: Int
  private let onEnd: (Bool) -> Void
  private var timer: AnyCancellable?
  private(set) var hasEnded = false

  init(
    _ actions: Set<String>, completing: UInt64?, isPartial: Bool, tries: Int,
    _ onEnd: @escaping (_ hasLooked: Bool) -> Void
  ) {
    self.isPartial = isPartial
    (self.actions, self.completing, self.tries, self.onEnd) = (actions, completing, tries, onEnd)
  }

  func setTimer(_ timer: AnyCancellable) { self.timer = timer }

  func end(_ hasLooked: Bool) {
    guard !hasEnded else { return }
    hasEnded = true
    timer = nil
    onEnd(hasLooked)
  }
}

/// What one look has found.
private struct LookResult: Sendable {
  let place: Int
  let table: InputTable
  let watches: TreeWatches?
  let differences: [UInt64: InputDifference]
  let touches: [UInt64: InputDifference]
}

/// A look at the files of one place, and the attempts that it is compared with.
private struct LookOrder: Sendable {
  let place: Int
  let look: InputLook
  let snapshots: [UInt64: InputTable]
  /// What is read before it.
  let restores: [UInt64]
  let completing: Set<UInt64>
  /// What gives notice of everything that was not noticed, so that nothing else has to be read; nil to look
  /// at everything.
  let present: TreeWatches?

  func perform(_ kept: [UInt64: KeptInputs], _ cache: ListingCache) -> LookResult? {
    var (watches, look, snapshots) = (present, look, snapshots)
    for ticket in restores { snapshots[ticket] = kept[ticket]?.table }
    // A file with the stamp of then is not read again.
    look.know(restores.max().flatMap { kept[$0]?.table })
    guard let table = (present == nil ? nil : look.readNoticed()) ?? look.perform(&watches, cache) else {
      return nil
    }
    return LookResult(
      place: place, table: table, watches: watches,
      differences: snapshots.compactMapValues { table.difference(from: $0) },
      touches: snapshots.filter { completing.contains($0.key) }.compactMapValues { table.touch(since: $0) })
  }
}

extension InputMonitor {
  /// From how many files on a look gives back the memory that only it has needed, which are megabytes.
  private nonisolated static let largeCount = 5_000

  /// Looks at the files of actions, beginning after this call. There is one look at a time.
  /// - Parameters:
  ///   - completing: An attempt that has ended, whose inputs may have been written meanwhile.
  ///   - isPartial: Whether it is enough to read what was noticed, where everything is.
  ///   - tries: How often it looks again if something was written meanwhile.
  ///   - onEnd: Called once, with whether the files were looked at; false after ``limit``. What was written
  ///     meanwhile leaves them unsettled, and so no success fresh.
  func look(
    at actions: Set<String>, completing: UInt64? = nil, isPartial: Bool = false, tries: Int = 1,
    _ onEnd: @escaping (_ hasLooked: Bool) -> Void
  ) {
    let request = LookRequest(
      actions, completing: completing, isPartial: isPartial, tries: tries, onEnd)
    let onMain = environment.onMain
    request.setTimer(
      timer(after: Self.limit) { [weak request] in onMain { request?.end(false) } })
    waiting.append(request)
    sendOut()
  }

  private func sendOut() {
    waiting.removeAll(where: \.hasEnded)
    guard out.isEmpty, !waiting.isEmpty else { return }
    readNotices()
    (out, waiting) = (waiting, [])
    let actions = out.reduce(into: Set<String>()) { $0.formUnion($1.actions) }
    let completing = Set(out.compactMap(\.completing))
    let isPartial = out.allSatisfy(\.isPartial)
    let tickets = ticketsByPlace()
    let restores = restores
    let restored = Dictionary(grouping: restores.keys) { ticket in
      restores[ticket].flatMap { placesByAction[$0.action] } ?? -1
    }
    let orders = Set(actions.compactMap { placesByAction[$0] }).sorted().map { index in
      order(
        index, tickets[index] ?? [], restored[index] ?? [], completing: completing, isPartial: isPartial)
    }
    let (generation, start, environment) = (generation, station.now, environment)
    let onMain = environment.onMain
    do throws(SystemCallError) {
      try DedicatedThread.start("inputs", takesSignals: false) {
        let kept = restores.compactMapValues { $0.read(environment.keptInputs) }
        let cache = ListingCache()
        let results = orders.map { $0.perform(kept, cache) }
        if results.contains(where: { ($0?.table.count ?? 0) > Self.largeCount }) {
          MemoryArena.releaseFreeMemory()
        }
        onMain { [weak self] in
          self?.finish(restores.keys, with: kept)
          self?.comeBack(results, of: generation, after: start)
        }
      }
    } catch {
      // Without a thread nothing is known. There may be one soon.
      for index in places.indices { places[index].endReading(isRead: false) }
      (waiting, out) = (out + waiting, [])
      retryTimer = timer(after: .seconds(1)) { [weak self] in onMain { self?.sendOut() } }
    }
  }

  /// - Parameters:
  ///   - tickets: Those of attempts with inputs in the place.
  ///   - restores: Those that are read before.
  private func order(
    _ index: Int, _ tickets: [UInt64], _ restores: [UInt64], completing: Set<UInt64>, isPartial: Bool
  ) -> LookOrder {
    let place = places[index]
    places[index].beginReading()
    let snapshots = tickets.compactMap { ticket in attempts[ticket]?.snapshot.map { (ticket, $0) } }
    return LookOrder(
      place: index,
      look: InputLook(
        place.selection, in: place.base, known: place.table, noticed: place.noticed,
        notices: notices?.notices),
      snapshots: Dictionary(uniqueKeysWithValues: snapshots), restores: restores, completing: completing,
      present: isPartial && !place.isRestructured && !place.isPolled ? place.watches : nil)
  }

  private func comeBack(_ results: [LookResult?], of generation: Int, after start: Duration) {
    // What was noticed during the look may have been read before it was written.
    readNotices()
    let requests = out
    out = []
    let isValid = generation == self.generation
    if isValid {
      let tickets = ticketsByPlace()
      let earlier = results.compactMap { $0.flatMap { take($0, tickets[$0.place] ?? []) } }
      TreeWatches.remove(earlier, except: places.compactMap(\.watches))
      for index in places.indices { places[index].endReading(isRead: false) }
    } else {
      TreeWatches.remove(results.compactMap { $0?.watches }, except: places.compactMap(\.watches))
    }
    if requests.allSatisfy(\.isPartial) {
      lastReading = station.now - start
    } else {
      lastLook = station.now - start
    }
    if let later = notices?.sinceLook, !later.isEmpty {
      notices?.sinceLook = []
      take(later)
    }
    for request in requests where !request.hasEnded {
      let isSettled = request.actions.allSatisfy { action in
        placesByAction[action].map { !places[$0].isUnsettled && places[$0].table != nil } ?? true
      }
      request.tries -= 1
      if (isValid && isSettled) || request.tries <= 0 && isValid {
        request.end(true)
      } else {
        waiting.append(request)
      }
    }
    schedulePoll()
    sendOut()
    if places.contains(where: \.hasToBeRead) { settleSoon() }
    onChange()
  }

  /// The tickets of attempts by the places of their inputs.
  private func ticketsByPlace() -> [Int: [UInt64]] {
    Dictionary(grouping: attempts.keys) { ticket in
      attempts[ticket].flatMap { placesByAction[$0.action] } ?? -1
    }
  }

  /// - Parameter tickets: Those of attempts with inputs in its place.
  /// - Returns: What was watched before.
  private func take(_ result: LookResult, _ tickets: [UInt64]) -> TreeWatches? {
    let earlier = places[result.place].watches
    places[result.place].endReading(isRead: true)
    if notices == nil, places[result.place].table?.digest != result.table.digest {
      places[result.place].lastNotice = station.now
    }
    (places[result.place].table, places[result.place].watches) = (result.table, result.watches)
    let now = FileTime.now()
    for ticket in tickets {
      guard let attempt = attempts[ticket], attempt.snapshot != nil else { continue }
      attempts[ticket]?.difference = result.differences[ticket].map {
        stale($0, at: now, before: attempt.difference)
      }
      attempts[ticket]?.changeTimes = result.differences[ticket]?.times
      attempts[ticket]?.share(result.table)
      if attempt.touched == nil, let touch = result.touches[ticket] {
        attempts[ticket]?.touched = stale(touch, at: now, before: nil)
      }
    }
    return earlier
  }

  private func stale(_ difference: InputDifference, at now: Int64, before: StaleInputs?) -> StaleInputs {
    let change: StaleInputs.Change =
      switch difference.kind {
      case .written: .written
      case .created: .created
      case .deleted: .deleted
      case .unreadable: .unreadable
      }
    let path = difference.path.text
    let age = difference.changed.map { Duration.nanoseconds(max(0, now - $0)) }
    var at = station.now - (age ?? .zero)
    // The time of a deletion is known only as that of the first look that has missed the file.
    if let before, before.path == path, before.change == change, let earlier = before.at, age == nil {
      at = earlier
    }
    return StaleInputs(path, change, at: at, more: difference.more)
  }

  // MARK: Polling

  /// How often files are looked at that nobody gives notice of.
  private static let shortestPoll = Duration.seconds(2)

  private func schedulePoll() {
    let polled = places.filter(\.isPolled)
    guard isFollowing, isNeeded, !polled.isEmpty else {
      pollTimer = nil
      return
    }
    let wanted = polled.compactMap(\.poll).min() ?? Self.shortestPoll
    let onMain = environment.onMain
    pollTimer = timer(after: max(wanted, lastLook * 50)) { [weak self] in
      onMain { self?.lookAtAll() }
    }
  }
}
