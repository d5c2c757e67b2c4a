import Board
import Boundary
import LoopbackBox
import TerminalUI
import Testing

@testable import Dashboard

@MainActor
@Suite(.timeLimit(.minutes(15))) struct ModelRestartTests {
  private let board = "  build: { key: b, title: Build, simulate: { duration: 5s } }"

  @Test func `R cancels the selected action and starts it when it has ended`() throws {
    let panel = try VirtualPanel(board)
    panel.press("b")
    panel.advance(by: .seconds(2))
    panel.press("R")
    #expect(panel.picture.contains("Restart Build?"))
    #expect(panel.picture.contains("It has been running for 2 s."))
    panel.press("Enter")
    #expect(panel.state.mode.question == nil)
    #expect(panel.box.situation["build"]?.runs.count == 1)
    panel.press("R", "y")
    panel.advance(by: .milliseconds(100))
    #expect(panel.button("build")?.phase == .running)
    #expect(panel.box.situation["build"]?.runs.count == 2)
    #expect(panel.box.situation["build"]?.runs.last.result == .cancelled)
    panel.advance(by: .seconds(4))
    #expect(panel.button("build")?.phase == .running)
    panel.advance(by: .seconds(1))
    #expect(panel.button("build")?.phase == .succeeded)
  }

  @Test func `the question counts how long it has been running, and ends with the run`() throws {
    let panel = try VirtualPanel(board)
    panel.press("b", "R")
    panel.advance(by: .milliseconds(3_100))
    #expect(panel.picture.contains("It has been running for 3 s."))
    panel.advance(by: .seconds(3))
    #expect(panel.picture.contains("Nothing of it is running any more."))
    panel.press("y")
    #expect(panel.box.situation["build"]?.runs.count == 2)
  }

  @Test func `an action that a press restarts is restarted without a question`() throws {
    let panel = try VirtualPanel("  build: { key: b, simulate: { duration: 5s }, while-running: restart }")
    panel.press("b")
    panel.advance(by: .seconds(1))
    panel.press("R")
    #expect(panel.state.mode.question == nil)
    panel.advance(by: .milliseconds(100))
    #expect(panel.box.situation["build"]?.runs.count == 2)
  }

  @Test func `R starts an action that does not run`() throws {
    let panel = try VirtualPanel(board)
    panel.press("R")
    #expect(panel.box.situation["build"]?.runs.count == 1)
  }

  @Test func `a run continues if its guard does not let it start again`() throws {
    let panel = try VirtualPanel(
      """
        build: { key: b, simulate: { duration: 5s }, enabled-if: '!test.running' }
        test: { key: t, simulate: { duration: 9s } }
      """)
    panel.press("b", "t", "Up", "R")
    panel.advance(by: .milliseconds(100))
    #expect(panel.state.message == "build: waits for test")
    #expect(panel.box.situation["build"]?.runs.count == 1)
    #expect(panel.button("build")?.phase == .running)
  }

  @Test func `an action with a question is restarted when it is answered`() throws {
    let panel = try VirtualPanel(
      "  deploy: { key: d, simulate: { duration: 5s }, confirm: To production? }")
    panel.press("d", "y", "R")
    #expect(panel.picture.contains("Restart deploy?"))
    #expect(panel.picture.contains("It has been running for 0 s. To production?"))
    #expect(panel.box.situation["deploy"]?.runs.count == 1)
    panel.press("y")
    panel.advance(by: .milliseconds(100))
    #expect(panel.box.situation["deploy"]?.runs.count == 2)
  }

  @Test func `a read-only panel restarts nothing`() throws {
    let panel = try VirtualPanel(board, isReadOnly: true)
    panel.startElsewhere("build")
    panel.advance(by: .seconds(1))
    panel.press("R")
    panel.advance(by: .seconds(1))
    #expect(panel.box.situation["build"]?.runs.count == 1)
  }

  @Test func `a button can have the key R`() throws {
    let panel = try VirtualPanel("  report: { key: R, simulate: { duration: 5s } }")
    panel.press("R")
    panel.advance(by: .seconds(1))
    panel.press("R")
    #expect(panel.picture.contains("Cancel report?"))
  }

  @Test func `the footer and the help name the key`() throws {
    let panel = try VirtualPanel(board)
    #expect(!panel.picture.contains("R restart"))
    panel.press("b")
    panel.advance(by: .milliseconds(100))
    #expect(panel.picture.contains("R restart"))
    panel.press("?")
    #expect(panel.picture.contains("Restart the chosen action: cancel, wait, start"))
  }
}
