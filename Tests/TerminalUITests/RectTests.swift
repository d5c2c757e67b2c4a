import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(5))) struct RectTests {
  @Test func `a negative size is no size`() {
    #expect(Rect(x: 1, y: 1, width: -3, height: 2).size == Size(width: 0, height: 2))
    #expect(Size(width: -1, height: 4) == Size(width: 0, height: 4))
  }

  @Test func `cutting takes a strip off a side and leaves the rest`() {
    var rest = Rect(x: 0, y: 0, width: 10, height: 6)
    #expect(rest.cutTop(1) == Rect(x: 0, y: 0, width: 10, height: 1))
    #expect(rest.cutBottom(2) == Rect(x: 0, y: 4, width: 10, height: 2))
    #expect(rest.cutLeft(3) == Rect(x: 0, y: 1, width: 3, height: 3))
    #expect(rest.cutRight(4) == Rect(x: 6, y: 1, width: 4, height: 3))
    #expect(rest == Rect(x: 3, y: 1, width: 3, height: 3))
  }

  @Test func `cutting more than there is takes all of it`() {
    var rest = Rect(x: 2, y: 2, width: 3, height: 1)
    #expect(rest.cutTop(9) == Rect(x: 2, y: 2, width: 3, height: 1))
    #expect(rest.isEmpty)
    #expect(rest.cutBottom(1).isEmpty)
    #expect(rest.cutLeft(-1).isEmpty)
  }

  @Test func `an intersection has the cells of both`() {
    let left = Rect(x: 0, y: 0, width: 5, height: 5)
    #expect(
      left.intersection(Rect(x: 3, y: -2, width: 9, height: 4)) == Rect(x: 3, y: 0, width: 2, height: 2))
    #expect(left.intersection(Rect(x: 7, y: 0, width: 2, height: 2)).isEmpty)
  }

  @Test func `what is centered never sticks out`() {
    let area = Rect(x: 0, y: 0, width: 10, height: 4)
    #expect(area.centered(Size(width: 4, height: 2)) == Rect(x: 3, y: 1, width: 4, height: 2))
    #expect(area.centered(Size(width: 99, height: 99)) == area)
  }

  @Test func `insets larger than the rectangle leave nothing`() {
    let area = Rect(x: 1, y: 1, width: 3, height: 3)
    #expect(area.inset(horizontal: 1, vertical: 1) == Rect(x: 2, y: 2, width: 1, height: 1))
    #expect(area.inset(horizontal: 2).isEmpty)
  }

  @Test func `a rectangle contains its corners and not what is beside them`() {
    let area = Rect(x: 1, y: 1, width: 2, height: 2)
    #expect(area.contains(Point(x: 1, y: 1)))
    #expect(area.contains(Point(x: 2, y: 2)))
    #expect(!area.contains(Point(x: 3, y: 1)))
    #expect(!area.contains(.origin))
  }
}
