import Board
import Dashboard
import TerminalUI
import Testing

@testable import Projects

@Suite(.timeLimit(.minutes(15))) struct KeyChoiceTests {
  @Test func `no key has a meaning in the panel`() {
    let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    for letter in letters where !KeyChoice.taken.contains(letter) {
      #expect(Dashboard.KeyMap.standard.command(for: Key.character(letter)) == nil, "\(letter)")
      #expect((try? ButtonKey(String(letter))) != nil, "\(letter)")
    }
  }

  @Test func `keys are letters of the name, and grave actions have a capital one`() {
    #expect(
      KeyChoice.keys(of: ["dev", "build", "test", "test:unit", "deploy"]) == ["d", "b", "t", "T", "D"])
    #expect(KeyChoice.keys(of: ["drop", "deploy:drop"]) == ["D", nil])
    #expect(KeyChoice.keys(of: ["é", "-", ""]) == [nil, nil, nil])
  }

  @Test func `present actions keep their keys`() {
    #expect(KeyChoice.keys(of: ["bake", "build"], kept: [0: "b"]) == ["b", "B"])
    #expect(KeyChoice.keys(of: ["bake", "build"], kept: [0: "q"]) == ["B", "b"])
  }
}
