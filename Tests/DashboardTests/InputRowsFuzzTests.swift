import Board
import Fuzzing
import TerminalUI
import Testing

@testable import Dashboard

/// Random keys in random inputs: every picture can be drawn, and none shows a secret.
@Suite(.timeLimit(.minutes(15))) struct InputRowsFuzzTests {
  /// What is only pasted where it is a secret.
  private static let secret: Character = "§"

  @Test func `random keys keep the rows consistent, and secrets unseen`() throws {
    for seed in Seeds(200, share: 0.1) {
      var chance = SeededGenerator(seed: seed)
      let inputs = (0..<chance.within(1...6)).map { chance.input($0) }
      let last = InputValues.named(inputs.map { .init($0.name, chance.pick(["", "a", "é日本"])) })
      var rows = Dashboard.InputRows(inputs)
      for _ in 0..<60 {
        if chance.oneIn(5) {
          rows.paste(inputs[rows.focus].isHidden ? "\(Self.secret)x" : "1 日本\n\"")
        } else if rows.handle(chance.rowKey(), last: last) == .submit {
          try #require(InputForm.named(inputs).problem(in: rows.values) == nil, "seed \(seed)")
        }
        try #require(inputs.indices.contains(rows.focus), "seed \(seed)")
        let size = Size(width: chance.within(1...90), height: chance.within(1...8))
        let view = InputRowsView(
          rows: rows, isFramed: chance.oneIn(2), glyphs: chance.pick([.unicode, .console, .ascii]))
        var frame = Frame(size: size)
        view.render(into: &frame, area: frame.area)
        try #require(!frame.text.contains(Self.secret), "seed \(seed):\n\(frame.text)")
      }
    }
  }
}

extension SeededGenerator {
  fileprivate mutating func rowKey() -> Key {
    if oneIn(2) { return .character(pick(["a", "b", "1", " ", "'", "\\", "日"])) }
    return pick([
      .enter, .tab, .backTab, .up, .down, .left, .right, .home, .end, .backspace, .delete, .pageUp,
      .control("u"), .control("w"), .control("k"), .function(1), .insert,
    ])
  }

  fileprivate mutating func input(_ number: Int) -> InputDefinition {
    let (isHidden, hasChoices) = (oneIn(4), oneIn(3))
    return InputDefinition(
      name: "n\(number)", prompt: pick(["P", "日本語", "A long prompt that is wide"]),
      choices: hasChoices && !isHidden ? ["a", "b", "日本"] : [],
      fallback: isHidden ? nil : pick([nil, "a", ""]),
      matches: hasChoices ? nil : try? LinePattern("^[a-z1 ]"), isOptional: oneIn(2),
      isMany: !hasChoices && !isHidden && oneIn(2), isHidden: isHidden)
  }
}
