internal import Board
internal import Boundary
internal import Programs
internal import SignalboxCore
internal import TerminalUI

extension Dashboard {
  /// Converts one moment of a board into the state to show.
  struct Reading {
    let situation: Situation
    /// The present time, on the clock of the situation.
    let now: Duration
    /// The buttons, in the order of the actions of the situation.
    let triggers: Triggers
    let clock: WallClock

    func fill(_ state: inout State) {
      state.network = situation.network
      state.longestRun = longestRun
      state.activity = activity
      state.errors = situation.problems.map(banner)
      state.watch = situation.watch
      state.hasPetition = !situation.petitions.isEmpty
      state.buttons = buttons
      // The header and the banner count the same: what has failed, and errors of which no row says so.
      state.error = state.errors.first
      let count = failureCount(state)
      state.error?.moreCount = count - 1
      // A person who is asked is told before all else.
      if let petition = situation.petitions.first { state.error = banner(petition, state.keys) }
      state.timeUntilRunShows = situation.actions.indices.lazy
        .compactMap { timeUntilShown(situation.actions[$0]) }.min()
    }

    private func failureCount(_ state: State) -> Int {
      var failed: Set<String> = []
      for place in situation.actions.indices
      where !situation.actions[place].isRunning && situation.actions[place].runs.last.phase == .failed {
        failed.insert(situation.actions[place].id)
      }
      return failed.count + state.errors.count { error in error.action.map { !failed.contains($0) } ?? true }
    }

    /// Quiet runs are excluded; otherwise the picture would change with every probe. So are services: how
    /// long they run says nothing.
    private var longestRun: Duration? {
      var first: Duration?
      // A status is large: only those of actions that run are copied.
      for place in situation.actions.indices where !situation.actions[place].present.isEmpty {
        let action = situation.actions[place]
        if action.definition.value.isQuiet || action.definition.value.isService { continue }
        if let start = action.runningSince { first = min(first ?? start, start) }
      }
      return first.map { now - $0 }
    }

    private var activity: ActivityOverview {
      ActivityOverview(
        isLoading: situation.activity.isLoading,
        current: situation.activity.value.map { activity in
          ActivityValue(
            [activity.title, activity.value].compactMap { $0 }.joined(separator: ": "),
            fraction: activity.fraction)
        },
        running: situation.activities.map { running in
          var line = ActivityLine(
            running.value?.title ?? "",
            value: running.value.flatMap { activity in
              activity.value.map { ActivityValue($0, fraction: activity.fraction) }
                ?? activity.fraction.map { ActivityValue("", fraction: $0) }
            },
            since: clock.text(now - running.since))
          line.action = running.value?.id
          line.id = running.id
          return line
        })
    }

    private func banner(_ petition: Petition, _ keys: KeyMap) -> ErrorBanner {
      let action = situation[petition.action]
      let title = action?.description.title ?? petition.action
      let key = keys.binding(of: .nextQuestion)?.keys.first.map { "  \($0.name) answers" } ?? ""
      var banner = ErrorBanner(
        message: "\(petition.question)\(key)", source: "\(petition.agent) wants \(title)", priority: .low,
        moreCount: situation.petitions.count - 1 + situation.problems.count,
        since: clock.text(now - petition.since))
      banner.action = action?.id
      return banner
    }

    private func banner(_ problem: Situation.Problem) -> ErrorBanner {
      let action = problem.action.flatMap { situation[$0] }
      var banner = ErrorBanner(
        message: problem.message, source: action?.description.title ?? problem.source,
        priority: problem.priority, moreCount: situation.problems.count - 1,
        since: clock.text(now - problem.since),
        reset: problem.expires.map { expires in
          Countdown(remaining: max(.zero, expires - now), total: expires - problem.lastSeen)
        })
      banner.action = action?.id
      banner.id = problem.id
      return banner
    }

    private var buttons: [Button] {
      var words = LockWords(titles: triggers.titles)
      var buttons: [Button] = []
      buttons.reserveCapacity(triggers.all.count)
      // A status is large: it is read where it stands.
      situation.actions.withUnsafeBufferPointer { actions in
        var place = 0
        for trigger in triggers.all {
          while place < actions.count, trigger.definition != actions[place].definition { place += 1 }
          if place == actions.count { break }
          // A button is large, too: it is filled where it stands.
          buttons.append(Button(trigger.label))
          fill(&buttons[buttons.count - 1], trigger, actions[place], &words)
        }
      }
      return buttons
    }

    private func fill(
      _ button: inout Button, _ trigger: Trigger, _ action: ActionStatus, _ words: inout LockWords
    ) {
      button.trend = action.definition.value.isQuiet ? nil : action.trend
      button.isCancelledByPress =
        action.isRunning && (action.definition.value.whileRunning == .reject || action.pendingChange != nil)
      button.reason = words.reason(of: trigger, action)
      let isCause = trigger.isCause(of: action)
      if isCause {
        button.canBeEntered = action.canBeEntered
        // Few actions run, and a status is large: what it is asked as a whole copies it.
        button.question = action.present.isEmpty ? nil : action.question?.words
        button.isStopping = action.isCancelling
        show(action, in: &button)
      }
      if !action.isRunning, let plan = situation.plan(for: action.id) {
        show(plan, isCause: isCause, in: &button)
      }
      button.isEnabled = button.reason == nil
      if button.reason != nil, let note = action.watchNote { button.reason = note }
      button.fate = action.pendingChange.map { change in
        change == .removal ? "removed after this run" : "changes after this run"
      }
    }

    /// Shows the plan that starts the action, or has stopped.
    /// - Parameter isCause: Whether this button started the current or last run of the action.
    private func show(_ plan: PlanStatus, isCause: Bool, in button: inout Button) {
      if plan.isRunning || button.reason != nil {
        button.reason = plan.words(titles: triggers.titles)
        button.plan = plan.isRunning ? .performed(count: plan.count, asks: !plan.askedNow.isEmpty) : .stopped
      } else if isCause {
        // It could be started all the same.
        button.words = plan.words(titles: triggers.titles)
      }
    }

    /// How long until a run of an action that repeats is shown; nil if it is, or if there is none. A short
    /// run is not shown, because the row would flicker.
    private func timeUntilShown(_ action: ActionStatus) -> Duration? {
      if !action.isRunning, let since = action.shared?.askingSince {
        let time = Self.patience - (now - since)
        return time > .zero ? time : nil
      }
      return situation.timeUntilShown(action, at: now)
    }

    /// Shows the current or last run of the action.
    private func show(_ action: ActionStatus, in button: inout Button) {
      button.waiting = action.waiting + (action.shared?.waiting ?? 0)
      let isHidden =
        action.definition.value.isQuiet && action.runs.keepsResult || timeUntilShown(action) != nil
      if !action.isRunning, let shared = action.shared, show(shared, of: action, in: &button) { return }
      if action.isRunning, !isHidden {
        button.phase = action.phase
        let isReady = action.phase == .ready && !action.isCancelling
        let since = isReady ? action.readySince : action.runningSince
        button.duration = since.map { now - $0 }
        button.restarts = action.definition.value.isService ? action.runs.restarts : 0
        button.fraction = action.runs.fraction
        let isReplaced =
          action.startsAgain || action.definition.value.whileRunning == .restart && action.waiting > 0
        if isReplaced { button.waiting = 0 }
        let words = [action.port.map { ":\($0)" }, action.runs.value].compactMap(\.self)
        button.words =
          action.isCancelling ? nil : words.isEmpty ? nil : words.joined(separator: " ")
        if isReplaced { button.sequel = "then starts again" }
        if let demand = action.demand, !action.isCancelling {
          button.fraction = nil
          button.words = demand
        }
        if case .restarting(let time?) = action.service {
          button.countdown = max(.zero, time - now)
          button.words = action.runs.value.map { "\($0) in" }
        }
        if let end = action.stopEnd {
          button.countdown = max(.zero, end - now)
          button.fraction = nil
        }
        if let since = action.shared?.endingSince, now - since >= Self.patience {
          button.fraction = nil
          button.words = action.shared?.wait ?? "has ended, and tells the other machines"
        }
        if let holders = action.outputHolders {
          button.fraction = nil
          // What has left the group of the command gets no signal.
          let isCountedDown = button.countdown != nil && !holders.areOutOfReach
          if !isCountedDown { button.countdown = nil }
          button.words =
            isCountedDown ? holders.processes.map(\.name).joined(separator: ", ") : "waits for \(holders)"
        }
        return
      }
      button.phase = action.runs.last.phase
      button.duration = action.runs.last.duration
      button.words = action.runs.last.outcome?.message ?? action.runs.value
      if button.phase == .succeeded, let stale = action.freshness?.stale {
        button.isStale = true
        button.words = stale.text(stale.at.map { "at \(clock.text(now - $0))" })
      }
      if let note = action.watchNote { button.words = note }
      if let left = action.leftRunning {
        button.words = [left.words, button.words].compactMap(\.self).joined(separator: ", ")
      }
    }

    /// Shows what happens to a shared action beyond this machine. Returns false if nothing does.
    private func show(_ shared: SharedState, of action: ActionStatus, in button: inout Button) -> Bool {
      if let run = action.runElsewhere {
        button.phase = action.phase
        button.duration = now - run.since
        if let silence = run.silence(on: clock, at: now) {
          button.words = "on \(run.place), \(silence)"
        } else if situation.cluster?.silentSince != nil, let wait = shared.wait {
          button.words = wait
        } else {
          // A gauge would take the place of the machine's name.
          let progress = run.fraction.map { "\(Int(($0 * 100).rounded())) %" }
          button.words =
            (["on \(run.place)"] + [progress, run.value].compactMap(\.self)).joined(separator: ", ")
        }
        return true
      }
      guard let since = shared.askingSince, now - since >= Self.patience else { return false }
      button.phase = .running
      button.duration = now - since
      button.words = shared.wait ?? "asks the other machines"
      return true
    }

    /// How long the other machines may take to answer before that is shown.
    private static let patience = Duration.seconds(1)
  }
}

extension SharedRun {
  /// When its machine was last heard, in words; nil if it is there.
  /// - Parameter now: The present time on the clock of the box.
  func silence(on clock: WallClock, at now: Duration) -> String? {
    if let lastHeard { return "last heard \(clock.text(now - lastHeard))" }
    return lostSince.map { "gone before \(clock.text(now - $0))" }
  }
}

extension ActionStatus {
  /// What its program needs from a person, in words; nil for nothing.
  fileprivate var demand: String? {
    question?.words ?? (wantsKeys ? Self.keysWanted : nil)
  }
}
