import SignalboxCore
import SignalboxTesting
import Testing

@testable import SmallPrograms

@Suite(.timeLimit(.minutes(1))) struct CommandPaletteTests {
  private let log = Recorder<String>()
  private let hasChanges = LiveData(data: false)

  private func makePalette() -> CommandPalette {
    let open = VoidAction { [log] in Just(log.record("open")) }
    let save = VoidAction(enabledIf: hasChanges) { [log] in Just(log.record("save")) }
    let publish = VoidAction { [log] in Just(log.record("publish")) }
    return CommandPalette([
      .init(title: "Open", needs: nil, action: open), .init(title: "Save", needs: .edit, action: save),
      .init(title: "Publish", needs: .publish, action: publish),
    ])
  }

  @Test func `commands are enabled by permissions and by what is possible`() {
    let palette = makePalette()
    #expect(palette.rows.data.map(\.isEnabled) == [true, false, false])
    palette.permissions.data = [.edit]
    #expect(palette.rows.data.map(\.isEnabled) == [true, false, false])
    hasChanges.data = true
    #expect(palette.rows.data.map(\.isEnabled) == [true, true, false])
    palette.permissions.data = [.publish]
    #expect(palette.rows.data.map(\.isEnabled) == [true, false, true])
  }

  @Test func `typing finds commands, and equal lists are not delivered again`() {
    let palette = makePalette()
    let lists = Recorder(palette.rows.map { $0.map(\.title) })
    palette.query.data = "s"
    palette.query.data = "S"
    palette.query.data = "sa"
    #expect(lists.values == [["Open", "Save", "Publish"], ["Save", "Publish"], ["Save"]])
  }

  @Test func `a command that has become forbidden is not started from an old picture`() {
    let palette = makePalette()
    palette.permissions.data = [.publish]
    #expect(palette.rows.data[2].isEnabled)
    palette.permissions.data = []
    #expect(!palette.choose("Publish"))
    palette.permissions.data = [.edit]
    #expect(palette.choose("Save"))
    #expect(palette.choose("Open"))
    #expect(log.values == ["open"])
  }

  @Test func `a command that does not exist is not started`() {
    #expect(!makePalette().choose("Delete everything"))
  }
}
