import Boundary
import Jobs
import SignalboxCore
import SignalboxTesting

/// A box that behaves as one in another process does: requests reach it in a later turn, its answers and
/// changes arrive in a later turn, and only that output and those past runs are present which the panel looks
/// at.
@MainActor
final class LateBox: Box {
  private let home: PrivateBox
  private let scheduler: TestScheduler
  private(set) var situation: Situation
  private var outputs: [String: OutputRing] = [:]
  private var histories: [String: RunHistory] = [:]

  let hasNews = false
  var onChange: @MainActor () -> Void = {}
  var onNotice: @MainActor (Notice) -> Void = { _ in }
  var now: Duration { home.now }

  var attention = Attention() {
    didSet { later { $0.receive() } }
  }

  init(_ home: PrivateBox, _ scheduler: TestScheduler) {
    self.home = home
    self.scheduler = scheduler
    situation = home.situation
    home.onChange = { [weak self] in self?.later { $0.receive() } }
    home.onNotice = { [weak self] notice in self?.later { $0.onNotice(notice) } }
  }

  func output(of action: String) -> OutputRing { outputs[action] ?? OutputRing() }

  func history(of action: String) -> RunHistory { histories[action] ?? RunHistory() }

  func follow(_ follower: OutputFollower) { home.follow(follower) }

  func start(_ order: StartOrder) {
    var sent = order
    sent.onAnswer = { [weak self] answer in self?.later { _ in order.onAnswer(answer) } }
    sent.onEnd = { [weak self] outcome in self?.later { _ in order.onEnd(outcome) } }
    later { $0.home.start(sent) }
  }

  func cancel(_ target: CancelTarget) { later { $0.home.cancel(target) } }

  func dismiss(_ problem: Situation.Problem.ID) { later { $0.home.dismiss(problem) } }

  func explain(_ action: String, _ answer: @escaping @MainActor (Explanation?) -> Void) {
    later { late in late.home.explain(action) { explanation in late.later { _ in answer(explanation) } } }
  }

  private func receive() {
    situation = home.situation
    outputs = attention.output.map { [$0: home.output(of: $0)] } ?? [:]
    histories = attention.history.map { [$0: home.history(of: $0)] } ?? [:]
    onChange()
  }

  private func later(_ body: @escaping @MainActor (LateBox) -> Void) {
    scheduler.schedule { [weak self] in
      MainActor.assumeIsolated {
        if let self { body(self) }
      }
    }
  }
}
