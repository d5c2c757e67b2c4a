import Testing

@testable import SignalboxCore

@Suite(.timeLimit(.minutes(5))) struct ActivityProgressTests {
  private var progress = ActivityProgress()

  @Test mutating func nothingIsKnownOfAnActivityThatSaysNothing() {
    #expect(progress.fraction(of: 1) == nil)
    progress.set(1, fraction: 0.5)
    #expect(progress.fraction(of: 1) == 0.5)
    progress.set(1, fraction: nil)
    #expect(progress.fraction(of: 1) == nil)
  }

  @Test mutating func aParentThatSaidNothingItselfIsAsFarAsItsChildren() {
    progress.add(2, to: 1, share: 0.5)
    #expect(progress.fraction(of: 1) == 0)
    progress.set(2, fraction: 0.5)
    #expect(progress.fraction(of: 1) == 0.25)
    progress.end(2)
    #expect(progress.fraction(of: 1) == 0.5)
  }

  @Test mutating func whatAParentSaysAndItsChildrenAddUpToOneAtTheMost() {
    progress.set(1, fraction: 0.75)
    progress.add(2, to: 1, share: 0.5)
    progress.end(2)
    #expect(progress.fraction(of: 1) == 1)
  }

  @Test mutating func aGrandchildCountsForAll() {
    progress.add(2, to: 1, share: 0.5)
    progress.add(3, to: 2, share: 0.5)
    progress.end(3)
    #expect(progress.fraction(of: 2) == 0.5)
    #expect(progress.fraction(of: 1) == 0.25)
  }

  @Test mutating func whatIsOutOfRangeIsBroughtIntoIt() {
    progress.set(1, fraction: 7)
    #expect(progress.fraction(of: 1) == 1)
    progress.set(1, fraction: -.infinity)
    #expect(progress.fraction(of: 1) == 0)
    progress.set(1, fraction: .nan)
    #expect(progress.fraction(of: 1) == 0)
  }

  @Test mutating func whatHasEndedTakesNoRoom() {
    progress.add(2, to: 1, share: 0.5)
    progress.end(2)
    progress.end(1)
    #expect(progress.isEmpty)
  }
}
