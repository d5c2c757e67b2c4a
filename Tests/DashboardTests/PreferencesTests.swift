import Board
import Configuration
import Foundation
import Programs
import TerminalUI
import TestSupport
import Testing

@testable import Dashboard

@Suite(.timeLimit(.minutes(15))) struct PreferencesTests {
  private func read(_ text: String) throws -> Dashboard.Preferences {
    try .parse(text, file: "/home/me/.config/signalbox/config.yml")
  }

  /// The mistakes in a file as they are printed; empty if there are none.
  private func mistakes(_ text: String) -> String {
    do {
      _ = try Dashboard.Preferences.parse(text, file: "config.yml")
      return ""
    } catch {
      return "\(error)"
    }
  }

  /// The locations and messages of the mistakes below `keys`, without excerpts of the file.
  private func mistakes(inKeys keys: String) -> [String] {
    do {
      _ = try Dashboard.Preferences.parse("keys:\n" + keys, file: "config.yml")
      return []
    } catch {
      return error.diagnostics.map { diagnostic in
        let place = diagnostic.location.map { "\($0.line):\($0.column): " } ?? ""
        return place + diagnostic.message + (diagnostic.hint.map { " | " + $0 } ?? "")
      }
    }
  }

  @Test func `a file overrides the defaults`() throws {
    let preferences = try read(
      """
      theme: light
      keys:
        quit: Q
        scroll-back: [pgup, b]
        show-log-start: null
      """)

    #expect(preferences.theme == .light)
    #expect(
      preferences.keys
        == .standard.rebinding([
          .quit: [.character("Q")], .scrollBack: [.pageUp, .character("b")], .showLogStart: [],
        ]))
    #expect(preferences.places[.character("b")] == "config.yml:4")
    #expect(preferences.places[.character("q")] == nil)
  }

  @Test(arguments: ["", "# nothing yet\n", "keys: {}", "theme: standard"])
  func `an empty file changes nothing`(text: String) throws {
    try expectEqual(read(text), Dashboard.Preferences())
  }

  @Test(arguments: [
    ("b", Key.character("b")), ("B", .character("B")), ("1", .character("1")), ("é", .character("é")),
    ("'#'", .character("#")), ("f1", .function(1)), ("F12", .function(12)), ("ctrl-b", .control("b")),
    ("space", .character(" ")), ("PgUp", .pageUp), ("shift-tab", .backTab), ("home", .home), ("ins", .insert),
    ("backspace", .backspace), ("true", nil), ("f13", nil), ("alt-b", nil), ("ctrl-m", nil), ("ctrl-h", nil),
  ])
  func `keys are written as in boards, or as a word`(text: String, key: Key?) {
    let others = Dashboard.Command.allCases.filter { $0 != .redraw }.map { "\($0.rawValue): null" }
    let file = "keys: {redraw: [\(text)], \(others.joined(separator: ", "))}"
    let keys = try? read(file).keys.binding(of: .redraw)?.keys
    #expect(keys == key.map { [$0] })
  }

  @Test func `every default key can be written in a file`() throws {
    for binding in Dashboard.KeyMap.standard.bindings where !binding.keys.isEmpty {
      let names = binding.keys.map { "'\($0.name)'" }.joined(separator: ", ")
      try expectEqual(read("keys: {\(binding.command.rawValue): [\(names)]}").keys, .standard)
    }
  }

  @Test func `the key that leaves a program can be another one`() throws {
    try expectEqual(read("theme: dark").leaveKey, .usual)
    try expectEqual(read("leave-program: ctrl-a").leaveKey, LeaveKey(UInt8(ascii: "a")))
    try expectEqual(read("leave-program: 'ctrl-\\'").leaveKey.name, "Ctrl-\\")
    for word in ["a", "ctrl-m", "ctrl-[", "ctrl-ä", "Ctrl-a"] {
      #expect(mistakes("leave-program: '\(word)'").contains("`leave-program` must be `ctrl-` and a letter"))
    }
  }

  @Test func `two commands can swap their keys`() throws {
    let keys = try read("keys: {show-log-start: [G, end], follow-log: [g, home]}").keys

    #expect(keys.command(for: .character("g")) == .followLog)
    #expect(keys.command(for: .end) == .showLogStart)
  }

  @Test func `every mistake is reported at once, in the order of the file`() {
    #expect(
      mistakes(
        """
        theme: ligth
        keys:
          qiut: Q
          scroll-back: pageup
          redraw: n
          next: {a: b}
        colour: red
        """) == """
          config.yml:1:8: error: `theme` must be one of `standard`, `light`, `dark`, not `ligth`
          theme: ligth
                 ^
          did you mean `light`?
          config.yml:3:3: error: unknown key `qiut`
            qiut: Q
            ^
          did you mean `quit`?
          config.yml:4:16: error: `pageup` is not a key
            scroll-back: pageup
                         ^
          did you mean `pgup`?
          config.yml:5:11: error: the key `n` is also the key of `next-match`
            redraw: n
                    ^
          it has that key unless this file gives it another one, or `null`
          config.yml:6:9: error: `next` must be a key, a list of keys or `null`, not a mapping
            next: {a: b}
                  ^
          config.yml:7:1: error: unknown key `colour`
          colour: red
          ^
          known keys: `theme`, `ascii`, `leave-program`, `keys`
          """)
  }

  @Test func `a key has only one command`() {
    #expect(
      mistakes(inKeys: "  quit: [Q, j]\n  next: [j, down, j]\n  previous: [k, down]\n") == [
        "2:13: the key `j` is also the key of `next` in line 3",
        "3:10: the key `j` is also the key of `quit` in line 2",
        "3:13: the key `down` is also the key of `previous` in line 4",
        "3:19: the key `j` is given twice",
        "3:19: the key `j` is also the key of `quit` in line 2",
        "4:17: the key `down` is also the key of `next` in line 3",
      ])
  }

  @Test func `the fixed keys keep their commands`() {
    #expect(
      mistakes(inKeys: "  redraw: ctrl-c\n  press: [enter, Ctrl-Z]\n") == [
        "2:11: the key `ctrl-c` is always the key of `quit`",
        "3:18: the key `Ctrl-Z` is always the key of `suspend`",
      ])
    #expect(mistakes(inKeys: "  quit: [Q, ctrl-c]\n  suspend: [S, ctrl-z]\n") == [])
  }

  @Test func `other mistakes are reported as in boards`() {
    #expect(mistakes(inKeys: "  quit: []\n") == ["2:9: `quit` is empty | `null` removes its keys"])
    #expect(
      mistakes(inKeys: "  quit: [null]\n") == [
        "2:10: an element of `quit` must be a key, but it has no value"
      ])
    #expect(
      mistakes(inKeys: "  quit: Q\n  quit: W\n") == ["3:3: duplicate key `quit`; the first is in line 2"])
    #expect(mistakes("keys: [a]").hasPrefix("config.yml:1:7: error: `keys` must be a mapping, not a list"))
    #expect(mistakes("- a").hasPrefix("config.yml:1:1: error: a config must be a mapping, not a list"))
    #expect(mistakes("keys: &x {}").contains("a config cannot contain anchors such as `&x`"))
    #expect(mistakes("keys: {}\n---\nkeys: {}\n").hasSuffix("a config can contain only one document"))
  }

  @Test func `a file that cannot be read is a mistake`() {
    #expect(
      throws: Dashboard.PreferencesError.self, performing: { try Dashboard.Preferences.load(contentsOf: "/") }
    )
    do {
      _ = try Dashboard.Preferences.load(contentsOf: "/dev/zero")
    } catch {
      #expect("\(error)" == "/dev/zero: error: larger than 4 MiB, the limit for a config")
    }
  }
}
