import Testing

@testable import Curses

@Suite(.timeLimit(.minutes(15))) struct ModeTableTests {
  private let screen = ModeTable.Mode(name: "screen", on: [], off: [1])
  private let paste = ModeTable.Mode(name: "paste", on: [20], off: [2])
  private let mouse = ModeTable.Mode(name: "mouse", on: [30], off: [3])

  @Test func `modes are switched off in reverse order`() {
    var table = ModeTable()
    for mode in [screen, paste, mouse] { table.add(mode) }
    #expect(table.resetBytes == [3, 2, 1])
  }

  @Test func `only modes that ncurses does not handle are written`() {
    var table = ModeTable()
    for mode in [screen, paste, mouse] { table.add(mode) }
    #expect(table.ownOnBytes == [20, 30])
    #expect(table.ownOffBytes == [3, 2])
  }

  @Test func `a mode is in the table once`() {
    var table = ModeTable()
    for mode in [mouse, paste, mouse] { table.add(mode) }
    #expect(table.resetBytes == [3, 2])
    #expect(table.contains(mouse))
  }

  @Test func `a mode is switched off only once`() {
    var table = ModeTable()
    for mode in [screen, mouse] { table.add(mode) }
    table.remove(mouse)
    #expect(table.resetBytes == [1])
    #expect(!table.contains(mouse))
  }
}
