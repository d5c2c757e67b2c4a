import Boundary
import LoopbackBox
import Processes
import Testing
import Wire

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Entering programs over the connection of a front end.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct VisitTests {
  private static let actions =
    "  talk: { run: cat, terminal: full }\n  build: { simulate: { duration: 5s } }\n"

  private func enter(
    _ action: String = "talk", id: UInt64 = 1, columns: Int = 80, descriptors: Int = 1,
    as frontEnd: RawFrontEnd
  ) throws -> TerminalChannel {
    let channel = try TerminalChannel()
    defer { Descriptor.close(channel.far) }
    var enter = Request.Enter()
    (enter.id, enter.action, enter.columns, enter.rows) = (id, action, columns, 24)
    frontEnd.send(.enter(enter), descriptors: Array(repeating: channel.far, count: descriptors))
    return channel
  }

  private func ends(_ frontEnd: RawFrontEnd) -> [TerminalVisit.End] {
    frontEnd.events.compactMap { if case .exited(let exited) = $0 { exited.end } else { nil } }
  }

  @Test func `a visit needs a channel, a size and the right to start`() throws {
    let box = try VirtualBox(Self.actions)
    let panel = box.attach(.panel)
    for (columns, descriptors) in [(80, 0), (80, 2), (0, 1)] {
      let channel = try enter(columns: columns, descriptors: descriptors, as: panel)
      Descriptor.close(channel.near)
    }
    let reader = box.attach(.panel, isReadOnly: true)
    let channel = try enter(as: reader)
    Descriptor.close(channel.near)
    #expect(
      ends(panel) == [
        .refused("a channel to the program is needed"), .refused("a channel to the program is needed"),
        .refused("the size of the terminal is needed"),
      ])
    #expect(ends(reader) == [.refused("this front end is read-only")])
  }

  @Test(
    arguments: [
      ("talk", .doesNotRun), ("build", .refused("has no terminal that can be entered")),
      ("gone", .refused("is not on the board any more")),
    ] as [(String, TerminalVisit.End)])
  func `what cannot be entered says why, and its channel is closed`(action: String, end: TerminalVisit.End)
    throws
  {
    let box = try VirtualBox(Self.actions)
    let panel = box.attach(.panel)
    panel.start("build")
    let channel = try enter(action, as: panel)
    #expect(ends(panel) == [end])
    var byte: UInt8 = 0
    #expect(recv(channel.near, &byte, 1, 0) == 0)
    Descriptor.close(channel.near)
  }

  @Test func `leaving and resizing what was not entered does nothing`() throws {
    let box = try VirtualBox(Self.actions)
    let panel = box.attach(.panel)
    var (resize, exit) = (Request.Resize(), Request.Exit())
    (resize.id, resize.columns, resize.rows, exit.id) = (7, 80, 24, 7)
    panel.send(.resize(resize))
    panel.send(.exit(exit))
    #expect(panel.refusals == [])
    #expect(ends(panel) == [])
  }
}
