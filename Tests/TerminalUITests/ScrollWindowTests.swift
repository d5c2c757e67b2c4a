import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(15))) struct ScrollWindowTests {
  @Test func `a list that fits is visible as a whole`() {
    let window = ScrollWindow(count: 5, height: 5, offset: 3, focus: 4)
    #expect(window.visible == 0..<5)
    #expect(!window.hasMarkAbove && !window.hasMarkBelow)
  }

  @Test func `a mark for hidden rows takes a row`() {
    let top = ScrollWindow(count: 10, height: 5)
    #expect(top.visible == 0..<4)
    #expect(top.below == 6 && top.hasMarkBelow && !top.hasMarkAbove)

    let middle = ScrollWindow(count: 10, height: 5, offset: 4)
    #expect(middle.visible == 4..<7)
    #expect(middle.above == 4 && middle.below == 3)

    let bottom = ScrollWindow(count: 10, height: 5, offset: 99)
    #expect(bottom.visible == 6..<10)
    #expect(bottom.above == 6 && !bottom.hasMarkBelow)
  }

  @Test func `the window moves only when the focus leaves it`() {
    #expect(ScrollWindow(count: 20, height: 6, offset: 8, focus: 9).visible == 8..<12)
    #expect(ScrollWindow(count: 20, height: 6, offset: 8, focus: 12).visible == 9..<13)
    #expect(ScrollWindow(count: 20, height: 6, offset: 8, focus: 7).visible == 7..<11)
  }

  @Test func `a single hidden row is shown instead of its mark`() {
    #expect(ScrollWindow(count: 10, height: 5, focus: 1).visible == 0..<4)
    #expect(ScrollWindow(count: 10, height: 5, offset: 1).visible == 0..<4)
    #expect(ScrollWindow(count: 10, height: 5, offset: 1, focus: 4).visible == 2..<5)
  }

  @Test func `a low window has no marks`() {
    let window = ScrollWindow(count: 10, height: 3, focus: 5)
    #expect(window.visible == 3..<6)
    #expect(window.above == 3 && window.below == 4)
    #expect(!window.hasMarkAbove && !window.hasMarkBelow)
  }

  @Test func `an empty list has a window`() {
    #expect(ScrollWindow(count: 0, height: 5, offset: 2, focus: 0).visible.isEmpty)
    #expect(ScrollWindow(count: 9, height: 0, offset: 2, focus: 4).visible.isEmpty)
    #expect(ScrollWindow(count: -1, height: -1, offset: -1, focus: -1).visible.isEmpty)
  }

  @Test func `the focus is always visible, and the rows with their marks always fit`() {
    for count in 1...14 {
      for height in 1...9 {
        for offset in -1...15 {
          for focus in 0..<count {
            let window = ScrollWindow(count: count, height: height, offset: offset, focus: focus)
            let marks = (window.hasMarkAbove ? 1 : 0) + (window.hasMarkBelow ? 1 : 0)
            #expect(window.visible.contains(focus))
            #expect(window.visible.count + marks == min(count, height))
            #expect(window.above + window.visible.count + window.below == count)
          }
        }
      }
    }
  }
}
