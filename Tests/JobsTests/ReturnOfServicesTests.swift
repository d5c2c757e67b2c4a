import Testing

@testable import Jobs

@Suite(.timeLimit(.minutes(5))) struct ReturnOfServicesTests {
  private var returns = ReturnOfServices()

  private mutating func take(_ readySince: Int?, start: Int? = 0, at time: Int) -> Duration? {
    returns.take(
      "db", readySince: readySince.map { .seconds($0) }, programStart: start.map { .seconds($0) },
      at: .seconds(time))
  }

  @Test mutating func `the first time is no return`() {
    #expect(take(nil, at: 1) == nil)
    #expect(take(2, at: 2) == nil)
    #expect(take(2, at: 3) == nil)
  }

  @Test mutating func `a return concerns what began before the end was seen`() {
    _ = take(2, at: 2)
    #expect(take(nil, at: 5) == nil)
    #expect(take(nil, at: 7) == nil)
    #expect(take(9, start: 8, at: 9) == .seconds(5))
    #expect(take(9, start: 8, at: 10) == nil)
  }

  @Test mutating func `an end that was not seen lies before the start of the present program`() {
    _ = take(2, at: 2)
    #expect(take(9, start: 8, at: 10) == .seconds(8))
    #expect(take(11, start: nil, at: 12) == .seconds(11))
  }

  @Test mutating func `a start that has never been ready is no return`() {
    #expect(take(nil, start: 1, at: 1) == nil)
    #expect(take(nil, start: 3, at: 3) == nil)
    #expect(take(4, start: 3, at: 4) == nil)
  }
}
