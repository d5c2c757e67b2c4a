import Board
import Testing

@Suite(.timeLimit(.minutes(15))) struct IndirectTests {
  private struct Lamp: Equatable {
    @Indirect var colour: String?
  }

  @Test func `it is a value`() {
    let red = Lamp(colour: "red")
    var other = red
    other.colour = "blue"
    #expect(red.colour == "red")
    #expect(other.colour == "blue")
    other.colour = nil
    #expect(other.colour == nil)
  }

  @Test func `values that are stored apart are equal if they are`() {
    #expect(Lamp(colour: "red") == Lamp(colour: "red"))
    #expect(Lamp(colour: "red") != Lamp(colour: "blue"))
    #expect(Lamp(colour: "red") != Lamp(colour: nil))
    #expect(Lamp(colour: nil) == Lamp(colour: nil))
  }

  @Test func `none takes the room of a reference`() {
    #expect(MemoryLayout<Indirect<String>>.size == MemoryLayout<AnyObject>.size)
  }
}
