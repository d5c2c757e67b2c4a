import Dashboard
import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(15))) struct KeyMapChangesTests {
  private let map = Dashboard.KeyMap.standard

  @Test func `the new keys of a command replace its default keys, in their order`() {
    let changed = map.rebinding([.help: [.function(1), .character("h")]])

    #expect(changed.binding(of: .help)?.keys == [.function(1), .character("h")])
    #expect(changed.command(for: .character("h")) == .help)
    #expect(changed.command(for: .character("?")) == nil)
    #expect(changed.binding(of: .help)?.description == map.binding(of: .help)?.description)
  }

  @Test func `a soft key goes to the command that the file gives it to`() throws {
    let preferences = try Dashboard.Preferences.parse("keys: { scroll-back: [f, j] }", file: "config.yml")
    #expect(preferences.keys.command(for: .character("f")) == .scrollBack)
    #expect(preferences.keys.binding(of: .find) == nil)
    #expect(preferences.keys.binding(of: .next)?.keys == [.down])
    #expect(throws: Dashboard.PreferencesError.self) {
      try Dashboard.Preferences.parse("keys: { scroll-back: n }", file: "config.yml")
    }
  }

  @Test func `other commands keep their keys, and all commands keep their order`() {
    let changed = map.rebinding([.help: [.function(1)]])

    #expect(changed.bindings.map(\.command) == map.bindings.map(\.command))
    #expect(changed.bindings.filter { $0.command != .help } == map.bindings.filter { $0.command != .help })
    #expect(map.rebinding([:]) == map)
  }

  @Test func `all keys of a command can be removed`() {
    let changed = map.rebinding([.showLogStart: []])

    #expect(changed.binding(of: .showLogStart) == nil)
    #expect(changed.bindings.map(\.command) == map.bindings.map(\.command))
    #expect(changed.command(for: .home) == nil)
  }

  @Test func `Ctrl-C always quits and Ctrl-Z always suspends`() {
    let changed = map.rebinding([.quit: [], .suspend: [.character("s")]])

    #expect(changed.binding(of: .quit)?.keys == [.control("c")])
    #expect(changed.binding(of: .suspend)?.keys == [.character("s"), .control("z")])
    #expect(
      map.rebinding([.quit: [.control("c"), .character("Q")]]).binding(of: .quit)?.keys
        == [.control("c"), .character("Q")])
  }

  @Test(arguments: [(80, 24), (40, 10), (20, 5)])
  func `every picture can be drawn without keys`(width: Int, height: Int) {
    let none = map.rebinding(Dictionary(uniqueKeysWithValues: Dashboard.Command.allCases.map { ($0, []) }))
      .without(Dashboard.KeyMap.fixed.keys)
    for scene in [Scene.idle(), Scene.failing(), Scene.askingToCancel(), Scene.help()] {
      var state = scene
      state.keys = none
      let picture = Dashboard.view(state, size: Size(width: width, height: height)).text
      #expect(picture.split(separator: "\n").last?.contains("quit") == false)
    }
  }

  @Test func `the fixed keys are default keys of their commands`() {
    for (key, command) in Dashboard.KeyMap.fixed { #expect(map.command(for: key) == command) }
  }

  @Test func `keys that a board uses are removed`() {
    let changed = map.rebinding([.scrollBack: [.character("b"), .pageUp]]).without([.character("b")])

    #expect(changed.binding(of: .scrollBack)?.keys == [.pageUp])
    #expect(changed.command(for: .character("b")) == nil)
  }
}
