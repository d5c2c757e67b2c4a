import Boundary
import Foundation
import LoopbackBox
import Processes
import Programs
import TerminalUI
import Testing

@testable import Dashboard

/// Buttons that have keys of the panel.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct DisplacedKeyTests {
  @Test(arguments: ["m", "x", "y", "n", "a", "g", "G", "N", "/"])
  func `the button wins`(key: String) throws {
    let panel = try VirtualPanel("  build: { key: '\(key)', simulate: { duration: 5s } }")
    panel.press(key)
    #expect(panel.box.situation["build"]?.runs.count == 1)
  }

  @Test func `the help and the footer show the other way`() throws {
    let panel = try VirtualPanel(
      "  build: { key: '/', simulate: { duration: 5s } }", size: Size(width: 200, height: 60))
    panel.print((1...90).map { .init("line \($0)") }, by: "build")
    panel.advance(by: .milliseconds(100))
    #expect(panel.picture.contains(": search"))
    try panel.click(": search")
    #expect(panel.state.mode.prompt?.purpose == .search)
    panel.press("Esc", "?")
    #expect(panel.picture.contains(": search "))
    // Two commands are only typed.
    #expect(panel.picture.components(separatedBy: "no key").count == 3, "\(panel.picture)")
  }

  @Test func `without the key of the commands it is found in the help`() throws {
    let panel = try VirtualPanel(
      """
        build: { key: '/', simulate: { duration: 5s } }
        test: { key: ':', simulate: { duration: 5s } }
      """, size: Size(width: 200, height: 60))
    panel.press("?")
    #expect(panel.picture.contains("? search"))
  }

  @Test func `a key that the user has removed has no other way`() throws {
    var preferences = Dashboard.Preferences()
    preferences.keys = preferences.keys.rebinding([.search: []])
    let panel = try VirtualPanel(
      "  build: { simulate: { duration: 5s } }", size: Size(width: 200, height: 60), preferences: preferences)
    panel.print((1...90).map { .init("line \($0)") }, by: "build")
    panel.advance(by: .milliseconds(100))
    #expect(!panel.picture.contains(": search"))
  }
}
