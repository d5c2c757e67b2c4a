import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(15))) struct RectTests {
  @Test func `a negative size becomes zero`() {
    #expect(Rect(x: 1, y: 1, width: -3, height: 2).size == Size(width: 0, height: 2))
    #expect(Size(width: -1, height: 4) == Size(width: 0, height: 4))
  }

  @Test func `cutting returns a strip and leaves the rest`() {
    var rest = Rect(x: 0, y: 0, width: 10, height: 6)
    #expect(rest.cutTop(1) == Rect(x: 0, y: 0, width: 10, height: 1))
    #expect(rest.cutBottom(2) == Rect(x: 0, y: 4, width: 10, height: 2))
    #expect(rest.cutLeft(3) == Rect(x: 0, y: 1, width: 3, height: 3))
    #expect(rest.cutRight(4) == Rect(x: 6, y: 1, width: 4, height: 3))
    #expect(rest == Rect(x: 3, y: 1, width: 3, height: 3))
  }

  @Test func `cutting more than is left returns all of it`() {
    var rest = Rect(x: 2, y: 2, width: 3, height: 1)
    #expect(rest.cutTop(9) == Rect(x: 2, y: 2, width: 3, height: 1))
    #expect(rest.isEmpty)
    #expect(rest.cutBottom(1).isEmpty)
    #expect(rest.cutLeft(-1).isEmpty)
  }

  @Test func `an intersection contains the cells of both rectangles`() {
    let left = Rect(x: 0, y: 0, width: 5, height: 5)
    #expect(
      left.intersection(Rect(x: 3, y: -2, width: 9, height: 4)) == Rect(x: 3, y: 0, width: 2, height: 2))
    #expect(left.intersection(Rect(x: 7, y: 0, width: 2, height: 2)).isEmpty)
  }

  @Test func `a centered rectangle never exceeds the area`() {
    let area = Rect(x: 0, y: 0, width: 10, height: 4)
    #expect(area.centered(Size(width: 4, height: 2)) == Rect(x: 3, y: 1, width: 4, height: 2))
    #expect(area.centered(Size(width: 99, height: 99)) == area)
  }

  @Test func `insets larger than the rectangle leave an empty one`() {
    let area = Rect(x: 1, y: 1, width: 3, height: 3)
    #expect(area.inset(horizontal: 1, vertical: 1) == Rect(x: 2, y: 2, width: 1, height: 1))
    #expect(area.inset(horizontal: 2).isEmpty)
  }

  @Test func `a rectangle contains its corners but not the cells next to them`() {
    let area = Rect(x: 1, y: 1, width: 2, height: 2)
    #expect(area.contains(Point(x: 1, y: 1)))
    #expect(area.contains(Point(x: 2, y: 2)))
    #expect(!area.contains(Point(x: 3, y: 1)))
    #expect(!area.contains(.origin))
  }
}
