import Boundary
import Programs
import SignalboxCore
import TerminalUI

@testable import Dashboard

/// The states shown in the expected pictures: a board of a simulated railway, idle and busy.
enum Scene {
  static func idle(_ glyphs: GlyphSet = .unicode) -> Dashboard.State {
    var state = Dashboard.State(title: "Demo network", glyphs: glyphs)
    state.buttons = [
      .init(id: "timetable", title: "Load timetable", key: .character("t")),
      .init(id: "weather", title: "Ask for weather", key: .character("w")),
      .init(id: "signals", title: "Test signals", key: .character("s")),
      .init(id: "route", title: "Set route", key: .character("r")),
      .init(id: "depart", title: "Depart", key: .function(5)),
    ]
    state.buttons[3].isEnabled = false
    state.buttons[3].reason = "needs timetable.succeeded"
    state.buttons[4].isEnabled = false
    state.buttons[4].reason = "needs route.succeeded and not signals.failed"
    state.log = .init(title: "Load timetable")
    state.log?.introduction = .init()
    return state
  }

  static func running(_ glyphs: GlyphSet = .unicode) -> Dashboard.State {
    var state = idle(glyphs)
    state.network = .init(isVisible: true, requests: 3)
    state.longestRun = .seconds(12)
    state.spinnerFrame = 2
    state.activity = .init(
      isLoading: true, current: .init("Reading the timetable", fraction: 0.64),
      running: [
        .init("timetable", value: .init("Reading the timetable", fraction: 0.64), since: "14:03:07"),
        .init("weather", value: .init("Forecast for the pass"), since: "14:03:15"),
      ])
    state.buttons[0].phase = .running
    state.buttons[0].duration = .seconds(12)
    state.buttons[0].fraction = 0.64
    state.buttons[1].phase = .running
    state.buttons[1].duration = .milliseconds(4_380)
    state.buttons[1].words = "Forecast for the pass"
    state.buttons[2].phase = .succeeded
    state.buttons[2].duration = .milliseconds(3_240)
    state.buttons[2].words = "all 12 signals clear"
    state.log = .init(
      title: "Load timetable",
      lines: [.init("started 14:03:07", kind: .note)]
        + (1...16).map { .init("page \($0) of 25") })
    return state
  }

  static func failing(_ glyphs: GlyphSet = .unicode) -> Dashboard.State {
    var state = running(glyphs)
    state.error = .init(
      message: "Signal 7 does not answer", source: "signals", priority: .high, moreCount: 2,
      since: "14:03:12", reset: .init(remaining: .seconds(12), total: .seconds(30)))
    state.buttons[2].phase = .failed
    state.buttons[2].words = "signal 7 does not answer"
    state.focus = 2
    state.log = .init(
      title: "Test signals",
      lines: [
        .init("started 14:03:09", kind: .note), .init("signal 5 clear"), .init("signal 6 clear"),
        .init("signal 7: no answer within 3 s"), .init("exit 1", kind: .note),
      ])
    return state
  }

  static func askingToCancel(_ glyphs: GlyphSet = .unicode) -> Dashboard.State {
    var state = running(glyphs)
    state.mode.front = .question(
      Dashboard.Question(
        title: "Cancel Load timetable?", text: "It has been running for 12 s.",
        answers: [
          .init(key: .character("y"), title: "Cancel it"), .init(key: .character("n"), title: "Let it run"),
        ], focus: 1))
    return state
  }

  static func help(_ glyphs: GlyphSet = .unicode, focus: Int = 1) -> Dashboard.State {
    var state = running(glyphs)
    state.overlay = Dashboard.Menu(focus: focus)
    return state
  }
}
