import Boundary
import Fuzzing
import TerminalUI
import Testing

@testable import Dashboard

/// Any state has a picture at any size, and a terminal can show that picture.
@Suite(.timeLimit(.minutes(15))) struct DashboardFuzzTests {
  @Test func `any state has a complete picture at any size`() {
    for seed in Seeds(300, share: 0.1) {
      var chance = SeededGenerator(seed: seed)
      let state = chance.state()
      for _ in 0..<4 {
        let size = randomSize(&chance)
        let frame = Dashboard.view(state, size: size)
        #expect(frame.size == size, "seed \(seed)")
        guard let fault = fault(in: frame, of: state) else { continue }
        Issue.record("seed \(seed): \(fault) at \(size.width)×\(size.height)\n\(frame.text)")
        return
      }
    }
  }

  @Test func `the renderer draws the same pictures as the view`() {
    for seed in Seeds(300, share: 0.05) {
      var chance = SeededGenerator(seed: seed)
      var renderer = Dashboard.Renderer()
      var state = chance.state()
      var size = randomSize(&chance)
      for step in 0..<6 {
        switch chance.below(8) {
        case 0: state = chance.state()
        case 1: size = randomSize(&chance)
        case 2, 3: takePart(of: chance.state(), &chance, into: &state)
        case 4, 5: moveFocus(in: &state, &chance)
        case 6: state.message = chance.oneIn(2) ? "a message" : nil
        default: state.spinnerFrame += chance.within(1...9)
        }
        let frame = renderer.frame(of: state, size: size)
        guard frame != Dashboard.view(state, size: size) else { continue }
        Issue.record("seed \(seed), step \(step): another picture at \(size)\n\(frame.text)")
        return
      }
    }
  }

  private func moveFocus(in state: inout Dashboard.State, _ chance: inout SeededGenerator) {
    switch chance.below(6) {
    case 0: state.scroll = chance.below(max(1, state.buttons.count))
    case 1: state.scrollsFreely.toggle()
    case 2: state.mode.part = state.outputHasFocus ? .buttons : .output
    case 3: state.foldedGroups = Set(state.buttons.compactMap(\.group).filter { _ in chance.oneIn(2) })
    case 4:
      if let index = state.buttons.indices.randomElement(using: &chance) {
        state.buttons[index].phase = .cancelled
      }
    default: state.focus = chance.below(max(1, state.buttons.count))
    }
  }

  private func takePart(
    of other: Dashboard.State, _ chance: inout SeededGenerator, into state: inout Dashboard.State
  ) {
    switch chance.below(12) {
    case 0: state.title = other.title
    case 1: state.network = other.network
    case 2: state.longestRun = other.longestRun
    case 3: state.activity = other.activity
    case 4: (state.error, state.errors) = (other.error, other.errors)
    case 5: state.buttons = other.buttons
    case 6: state.isReadOnly.toggle()
    case 7: state.isStale.toggle()
    case 8: state.split = other.split
    case 9: state.isZoomed.toggle()
    case 10: state.glyphs = other.glyphs
    default: state.mode = other.mode
    }
  }

  @Test func `an overlay does not cover the footer`() {
    for seed in Seeds(300, share: 0.05) {
      var chance = SeededGenerator(seed: seed)
      var state = chance.state()
      state.overlay = Dashboard.Menu(focus: chance.below(40))
      state.message = nil
      let size = randomSize(&chance)
      guard size.width >= 20, size.height >= 5 else { continue }
      let board = Dashboard.Layout(state, size: size).board
      let over = Dashboard.view(state, size: size)
      state.mode.front = nil
      let under = Dashboard.view(state, size: size)
      for y in 0..<size.height where !board.rows.contains(y) {
        // The footer shows other keys, but it is neither dimmed nor covered by a box.
        #expect(over.row(y).count == under.row(y).count, "seed \(seed)")
        #expect(!over.row(y).contains { "╭╮╰╯│".contains($0.text) }, "seed \(seed)")
      }
    }
  }

  private func randomSize(_ chance: inout SeededGenerator) -> Size {
    switch chance.below(4) {
    case 0: Size(width: chance.below(24), height: chance.below(8))
    case 1: Size(width: 80, height: 24)
    default: Size(width: chance.within(20...200), height: chance.within(5...70))
    }
  }

  private func fault(in frame: Frame, of state: Dashboard.State) -> String? {
    for y in 0..<frame.size.height {
      let row = Array(frame.row(y))
      for (x, cell) in row.enumerated() {
        let isWhole =
          switch cell.width {
          case 0: x > 0 && row[x - 1].width == 2
          case 2: x + 1 < row.count && row[x + 1].width == 0
          default: true
          }
        if !isWhole { return "half a wide cell in row \(y), column \(x)" }
        if cell.base.properties.generalCategory == .control { return "a control character in row \(y)" }
      }
    }
    let isFramed = frame.size.width >= 60 && frame.size.height >= 16 && !state.isZoomed
    guard isFramed, !state.mode.coversBoard else { return nil }
    let box = state.glyphs.box
    for y in 1..<(frame.size.height - 2) {
      let ends = [frame[0, y], frame[frame.size.width - 1, y]].map { Character($0.base) }
      let isSide =
        [box.vertical, box.leftJoint].contains(ends[0]) && [box.vertical, box.rightJoint].contains(ends[1])
      if !isSide { return "the frame is broken in row \(y)" }
    }
    return nil
  }
}
