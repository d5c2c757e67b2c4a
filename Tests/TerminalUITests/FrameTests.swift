import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(15))) struct FrameTests {
  private func frame(_ width: Int, _ height: Int, _ text: String = "") -> Frame {
    var frame = Frame(size: Size(width: width, height: height))
    frame.draw(text, at: .origin)
    return frame
  }

  @Test func `a new frame is blank`() {
    #expect(frame(3, 2).text == "\n")
    #expect(frame(0, 0).text == "")
  }

  @Test func `outside the frame cells are blank and writing has no effect`() {
    var picture = frame(2, 1, "ab")
    picture[5, 0] = .blank(.accent)
    picture[Point(x: 0, y: -1)] = .blank(.accent)
    #expect(picture == frame(2, 1, "ab"))
    #expect(picture[-1, 0] == .blank)
    #expect(picture.row(1).isEmpty)
  }

  @Test func `a wide cell takes two columns`() {
    let picture = frame(4, 1, "信b")
    #expect(picture.text == "信b")
    #expect(picture.row(0).map(\.width) == [2, 0, 1, 1])
  }

  @Test func `writing on one half of a wide cell blanks the other`() throws {
    var left = frame(4, 1, "信号")
    left.draw("x", at: Point(x: 0, y: 0))
    #expect(left.text == "x 号")

    var right = frame(4, 1, "信号")
    right.draw("x", at: Point(x: 1, y: 0))
    #expect(right.text == " x号")

    var both = frame(4, 1, "信号")
    both.draw("電", at: Point(x: 1, y: 0))
    #expect(both.text == " 電")
    #expect(both.row(0).map(\.width) == [1, 2, 0, 1])
  }

  @Test func `a wide cell in the last column becomes a blank`() throws {
    var picture = frame(2, 1)
    picture[1, 0] = try #require(Cell("信"))
    #expect(picture == frame(2, 1))
  }

  @Test func `only changed rows are returned`() {
    var later = frame(5, 3, "same")
    let earlier = later
    #expect(later.changedRows(since: earlier) == [])
    later.draw("new", at: Point(x: 0, y: 2))
    #expect(later.changedRows(since: earlier) == [2])
  }

  @Test func `without an earlier frame of the same size all rows are returned`() {
    #expect(frame(2, 3).changedRows(since: nil) == [0, 1, 2])
    #expect(frame(2, 3).changedRows(since: frame(3, 3)) == [0, 1, 2])
    #expect(frame(2, 3).changedColumns(ofRow: 1, since: nil) == 0..<2)
    #expect(frame(2, 3).changedColumns(ofRow: 1, since: frame(3, 3)) == 0..<2)
  }

  @Test func `the changed columns of a row are those from its first to its last change`() {
    let earlier = frame(9, 2, "abcdefgh")
    var later = earlier
    #expect(later.changedColumns(ofRow: 0, since: earlier) == 0..<0)
    #expect(later.changedColumns(ofRow: 7, since: earlier) == 0..<0)
    later.draw("X", at: Point(x: 2, y: 0))
    later.draw("Y", at: Point(x: 5, y: 0))
    #expect(later.changedColumns(ofRow: 0, since: earlier) == 2..<6)
    #expect(later.changedColumns(ofRow: 1, since: earlier) == 0..<0)
    later.draw("Z", at: Point(x: 8, y: 1))
    #expect(later.changedColumns(ofRow: 1, since: earlier) == 8..<9)
  }

  @Test func `changed columns do not begin inside of a wide cell`() {
    let earlier = frame(6, 1, "ab信号")
    var later = earlier
    later.restyle(Rect(x: 3, y: 0, width: 1, height: 1)) { $0.adding(.bold) }
    #expect(later.changedColumns(ofRow: 0, since: earlier) == 2..<4)
    var other = earlier
    other.draw("c", at: Point(x: 3, y: 0))
    #expect(other.changedColumns(ofRow: 0, since: earlier) == 2..<4)
  }

  @Test func `a row with a changed style is returned`() {
    var later = frame(5, 2, "same")
    let earlier = later
    later.restyle(Rect(x: 0, y: 0, width: 9, height: 1)) { $0.adding(.bold) }
    #expect(later.text == earlier.text)
    #expect(later.changedRows(since: earlier) == [0])
  }
}
