internal import Boundary
internal import Inputs
internal import Processes
internal import SignalboxCore

/// The kernel's notices, as the monitor receives them.
@MainActor
final class InputNotices {
  let notices: TreeNotices
  /// Those that came while a look is out, which knows the present paths of the watches when it comes back.
  var sinceLook: [TreeNotices.Notice] = []
  /// When the first of those came that were not read; nil if there are none.
  var since: Duration?
  private var source: DescriptorSource?

  /// Nil if there can be none.
  init?(onNotice: @escaping @MainActor @Sendable () -> Void) {
    guard DescriptorSource.isAvailable, let notices = TreeNotices() else { return nil }
    self.notices = notices
    source = DescriptorSource(.readable, notices.descriptor, handler: onNotice) {
      // The source uses the descriptor until then.
      _ = notices
    }
  }

  func setOn(_ isOn: Bool) { source?.setOn(isOn) }
}

extension InputMonitor {
  /// How long notices are collected, unless a start reads them.
  static let delay = Duration.milliseconds(50)

  /// Receives notices from now on, if the system gives them.
  func listen() {
    guard notices == nil, environment.listensToFiles else { return }
    notices = InputNotices { [weak self] in self?.noticesCame() }
    notices?.setOn(true)
  }

  private func noticesCame() {
    // Many notices come together: they are read once.
    notices?.setOn(false)
    notices?.since = station.now
    let onMain = environment.onMain
    noticeTimer = timer(after: Self.delay) { [weak self] in
      onMain { self?.collectNotices() }
    }
  }

  private func collectNotices() {
    noticeTimer = nil
    notices?.setOn(true)
    readNotices()
  }

  /// Takes in all that was noticed until now. From then on, what was written is not believed.
  func readNotices() {
    guard let notices else { return }
    let all = notices.notices.read()
    guard !all.isEmpty else { return }
    if !out.isEmpty { notices.sinceLook += all }
    take(all, at: notices.since ?? station.now)
    notices.since = nil
  }

  /// - Parameter time: When the first of them came; nil if they were taken in before.
  func take(_ all: [TreeNotices.Notice], at time: Duration? = nil) {
    var hasChanged = false
    for index in places.indices {
      guard let watches = places[index].watches else { continue }
      var effect = NoticeEffect()
      for notice in all { effect.add(notice, watches, places[index].selection, places[index].table) }
      if effect == NoticeEffect() { continue }
      hasChanged = true
      if let time { places[index].lastNotice = time }
      places[index].noticed.formUnion(effect.noticed)
      if effect.isRestructured { places[index].isRestructured = true }
      if let touched = effect.touched { touch(touched, in: index) }
    }
    guard hasChanged else { return }
    onChange()
    settleSoon()
  }

  /// Somebody has written a file while attempts were in progress.
  private func touch(_ path: PathBytes, in place: Int) {
    for (ticket, attempt) in attempts where placesByAction[attempt.action] == place {
      if attempt.isComplete || attempt.touched != nil { continue }
      attempts[ticket]?.touched = StaleInputs(path.text, .written, at: station.now)
    }
  }

  /// Reads what was written, a moment later.
  func settleSoon() {
    guard isFollowing, settleTimer == nil else { return }
    let onMain = environment.onMain
    let hasToList = places.contains { $0.isRestructured || $0.isPolled && $0.hasToBeRead }
    // Who writes all the time does not keep a processor busy.
    settleTimer = timer(after: max(Self.delay, (hasToList ? lastLook : lastReading) * 5)) { [weak self] in
      onMain { self?.settle() }
    }
  }

  private func settle() {
    settleTimer = nil
    let unsettled = placesByAction.filter { places[$0.value].hasToBeRead }.map(\.key)
    if !unsettled.isEmpty { look(at: Set(unsettled), isPartial: true) { _ in } }
  }
}
