import Testing

@testable import SignalboxCore

@Suite(.timeLimit(.minutes(15))) struct ActivityProgressTests {
  private var progress = ActivityProgress()

  @Test mutating func `an activity that reports no progress has no fraction`() {
    #expect(progress.fraction(of: 1) == nil)
    progress.set(1, fraction: 0.5)
    #expect(progress.fraction(of: 1) == 0.5)
    progress.set(1, fraction: nil)
    #expect(progress.fraction(of: 1) == nil)
  }

  @Test mutating func `a parent without a fraction of its own has that of its children`() {
    progress.add(2, to: 1, share: 0.5)
    #expect(progress.fraction(of: 1) == 0)
    progress.set(2, fraction: 0.5)
    #expect(progress.fraction(of: 1) == 0.25)
    progress.end(2)
    #expect(progress.fraction(of: 1) == 0.5)
  }

  @Test mutating func `the fractions of a parent and its children add up to at most one`() {
    progress.set(1, fraction: 0.75)
    progress.add(2, to: 1, share: 0.5)
    progress.end(2)
    #expect(progress.fraction(of: 1) == 1)
  }

  @Test mutating func `the progress of a grandchild counts for all its ancestors`() {
    progress.add(2, to: 1, share: 0.5)
    progress.add(3, to: 2, share: 0.5)
    progress.end(3)
    #expect(progress.fraction(of: 2) == 0.5)
    #expect(progress.fraction(of: 1) == 0.25)
  }

  @Test mutating func `a fraction is clamped to the range from 0 to 1`() {
    progress.set(1, fraction: 7)
    #expect(progress.fraction(of: 1) == 1)
    progress.set(1, fraction: -.infinity)
    #expect(progress.fraction(of: 1) == 0)
    progress.set(1, fraction: .nan)
    #expect(progress.fraction(of: 1) == 0)
  }

  @Test mutating func `an ended activity takes no memory`() {
    progress.add(2, to: 1, share: 0.5)
    progress.end(2)
    progress.end(1)
    #expect(progress.isEmpty)
  }
}
