import Boundary
import Dashboard
import Fuzzing
import LoopbackBox
import SignalboxCore
import SignalboxTesting
import TerminalUI
import Testing

/// Random input to a panel in memory: the panel stays consistent, and becomes idle when the input ends.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct ModelFuzzTests {
  private static let board = """
      one: { key: b, title: One, simulate: { duration: 2s, steps: 4, requests: 3 } }
      two: { key: c, simulate: { duration: 1s, fail-every: 2 }, enabled-if: one.succeeded, error: { reset: 3s } }
      three: { key: d, simulate: { duration: 300ms, value: 日本 }, while-running: queue, confirm: Sure? }
      four: { key: e, simulate: { duration: 2s }, while-running: restart }
      five: { key: f, simulate: { duration: 3s }, while-running: { concurrent: 3 } }
      six: { key: h, simulate: { duration: 1s, fail-every: 1 }, retry: { attempts: 3 }, error: { priority: high } }
      seven: { simulate: { duration: 1s }, enabled-if: '!one.running && errors.any', timeout: 500ms }
      eight: { simulate: { duration: 200ms }, enabled-if: 'network.busy || two.progress > 10' }
    """

  @Test func `random input keeps the panel consistent`() throws {
    for seed in Seeds(40, share: 0.2) {
      var chance = SeededGenerator(seed: seed)
      let actions = (0..<chance.within(1...120)).map { _ in chance.panelAction() }
      guard let fault = try fault(after: actions) else { continue }
      let shortest = Shrinking.shortest(of: actions) { (try? self.fault(after: $0)) != nil }
      Issue.record("seed \(seed): \(fault) after \(shortest)")
      return
    }
  }

  private func fault(after actions: [RandomPanelAction]) throws -> String? {
    let panel = try VirtualPanel(Self.board)
    for action in actions {
      switch action {
      case .input(let event): panel.model.handle(event)
      case .resize(let size):
        panel.model.size = size
        panel.model.refresh()
      case .wait(let milliseconds): panel.advance(by: .milliseconds(milliseconds))
      }
      panel.scheduler.advance()
      if let fault = fault(in: panel) { return fault }
    }
    // The longest possible work: three attempts with their delays, after a queue of runs.
    panel.advance(by: .seconds(600))
    if panel.state.isAnimated { return "the picture moves though nothing happens" }
    if panel.box.situation.actions.contains(where: \.isRunning) { return "a run does not end" }
    return fault(in: panel)
  }

  private func fault(in panel: VirtualPanel) -> String? {
    if !panel.state.buttons.indices.contains(panel.state.focus) { return "no button has the focus" }
    let shown = withoutTimes(panel.state)
    panel.readEverything()
    if withoutTimes(panel.state) != shown { return "a change was not shown: \(shown) but \(panel.state)" }
    return nil
  }

  /// Displayed times are updated with the next frame of the animation, so they are not compared.
  private func withoutTimes(_ state: Dashboard.State) -> Dashboard.State {
    var state = state
    state.longestRun = nil
    state.error?.reset = nil
    for index in state.buttons.indices { state.buttons[index].duration = nil }
    return state
  }
}
