import Boundary
import Programs
import TerminalUI
import Testing

@testable import Dashboard

/// What the panel shows of a service.
@Suite(.timeLimit(.minutes(15))) struct ServiceReadingTests {
  private func state(_ change: (inout ActionStatus) -> Void) -> Dashboard.State {
    var description = ActionDescription(id: "server", title: "Server")
    description.isService = true
    var status = ActionStatus(description)
    status.isRunning = true
    status.run(since: .seconds(10))
    change(&status)
    var situation = Situation(title: "Test")
    situation.actions = [status]
    var triggers = Dashboard.Triggers()
    _ = triggers.update(to: situation)
    var state = Dashboard.State(title: "Test")
    Dashboard.Reading(situation: situation, now: .seconds(20), triggers: triggers, clock: WallClock())
      .fill(&state)
    return state
  }

  @Test func `a service that was started and has not begun is starting`() {
    let state = state { _ in }
    #expect(state.buttons.first?.phase == .starting)
    #expect(state.buttons.first?.duration == .seconds(10))
  }

  @Test func `a service that is ready shows nothing that changes by itself`() {
    let state = state {
      $0.run { $0.service = .ready }
      $0.runs.value = "listening"
    }
    #expect(state.buttons.first?.phase == .ready)
    #expect(state.buttons.first?.words == "listening")
    #expect(state.timeUntilChange == nil)
    #expect(state.longestRun == nil)
  }

  @Test func `the row of a running action shows its port`() {
    let change = { (status: inout ActionStatus) in
      status.run { $0.service = .ready }
      status.port = 3000
    }
    #expect(state(change).buttons.first?.words == ":3000")
    let withValue = state {
      change(&$0)
      $0.runs.value = "listening"
    }
    #expect(withValue.buttons.first?.words == ":3000 listening")
  }

  @Test func `a service that restarts counts down to its next start`() {
    let state = state {
      $0.run { $0.service = .restarting(at: .milliseconds(24_500)) }
      $0.runs.value = "exit code 1, restart 1 of 5"
    }
    #expect(state.buttons.first?.phase == .restarting)
    #expect(state.buttons.first?.countdown == .milliseconds(4_500))
    #expect(
      Dashboard.view(state, size: Size(width: 90, height: 12)).text
        .contains("↻ restarting    10 s  exit code 1, restart 1 of 5 in 5 s"))
  }

  @Test func `a service that is being stopped counts its grace period down`() {
    let state = state {
      $0.isCancelling = true
      $0.run { ($0.service, $0.stopEnd) = (.ready, .seconds(28)) }
    }
    #expect(
      Dashboard.view(state, size: Size(width: 80, height: 12)).text
        .contains("□ stopping      10 s  8 s left"))
  }

  @Test func `a run that ends because of a restart says that it starts again`() {
    let state = state {
      $0.isCancelling = true
      $0.run { ($0.service, $0.stopEnd) = (.ready, .seconds(28)) }
      $0.startsAgain = true
    }
    #expect(
      Dashboard.view(state, size: Size(width: 80, height: 12)).text
        .contains("8 s left, then starts again"))
  }

  @Test func `a run that waits for a process that has left its group counts nothing down`() {
    let state = state {
      $0.isCancelling = true
      $0.run {
        $0.stopEnd = .seconds(28)
        $0.outputHolders = OutputHolders([OutputHolder(process: 4711, name: "sleep", isOutOfReach: true)])
      }
    }
    #expect(state.buttons.first?.countdown == nil)
    #expect(state.buttons.first?.words == "waits for sleep (pid 4711)")
  }

  @Test func `what is left of a command in its group is named beside the countdown`() {
    let state = state {
      $0.isCancelling = true
      $0.run {
        $0.stopEnd = .seconds(28)
        $0.outputHolders = OutputHolders([
          OutputHolder(process: 11, name: "sleep", isOutOfReach: false),
          OutputHolder(process: 12, name: "slow.sh", isOutOfReach: false),
        ])
      }
    }
    let text = Dashboard.view(state, size: Size(width: 80, height: 12)).text
    #expect(text.contains("□ stopping"), "\(text)")
    #expect(text.contains("8 s left · sleep, slow.sh"), "\(text)")
  }

  @Test func `a ready service has its uptime in minutes, and the panel wakes once a minute`() {
    func ready(since: Int) -> Dashboard.State {
      state { $0.run { ($0.service, $0.readySince) = (.ready, .seconds(since)) } }
    }
    #expect(ready(since: 10).buttons.first?.durationText == "<1m")
    #expect(ready(since: 10).timeUntilChange == .milliseconds(50_001))
    #expect(ready(since: 20 - 61).buttons.first?.durationText == "1m")
    #expect(ready(since: 20 - 3_900).buttons.first?.durationText == "1h 05m")
    #expect(ready(since: 20 - 187_200).buttons.first?.durationText == "2d 4h")
  }

  @Test func `restarts are counted in the row, and the header counts what is ready`() {
    let state = state {
      $0.run { $0.service = .ready }
      ($0.runs.restarts, $0.runs.value) = (3, "listening")
    }
    let frame = Dashboard.view(state, size: Size(width: 80, height: 12))
    #expect(frame.text.contains("◆ ready               ↻3 · listening"), "\(frame.text)")
    #expect(frame.text.contains("─ 1 ready ─") || frame.text.contains(" 1 ready"), "\(frame.text)")
    #expect(frame.text.contains("◆ 1 service ready"), "\(frame.text)")
    #expect(!frame.text.contains("Nothing is running"))
  }

  @Test func `a quiet service is named among what runs`() {
    var description = ActionDescription(id: "server", title: "Server")
    description.isQuiet = true
    var situation = Situation(title: "Test")
    situation.actions = [ActionStatus(description)]
    situation.actions[0].isRunning = true
    #expect(situation.runningActions.isEmpty)
    situation.actions[0].description.isService = true
    #expect(situation.runningActions.count == 1)
  }
}
