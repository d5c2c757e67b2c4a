import TestSupport
import Testing

@testable import Board

@Suite(.timeLimit(.minutes(15))) struct ThresholdTests {
  @Test(arguments: [
    ("> 0.8", 0.9, 0.8), (">= 0.8", 0.8, 0.7), ("< 1", 0.5, 1), ("<=1", 1, 2), ("== 0", 0, 1), ("!= 0", 1, 0),
    ("  > -1e3 ", 0, -1_000),
  ])
  func `a threshold contains the values on one side`(text: String, inside: Double, outside: Double) throws {
    let threshold = try #require(Threshold(text))
    #expect(threshold.contains(inside))
    #expect(!threshold.contains(outside))
    #expect(threshold.isWorse(inside, than: outside))
    #expect(!threshold.isWorse(outside, than: inside))
  }

  @Test(arguments: ["", ">", "0.8", "=> 1", "> x", "> nan", "> inf", "> 1%", "=~ 1"])
  func `other text is no threshold`(text: String) {
    #expect(Threshold(text) == nil)
  }

  @Test(arguments: [
    ("> 2", "> 1", true), ("> 1", "> 1", true), ("> 1", "> 2", false), (">= 1", "> 1", false),
    (">= 2", "> 1", true), ("> 1", ">= 1", true), ("< 1", "< 2", true), ("<= 2", "< 2", false),
    ("<= 1", "< 2", true), ("< 2", "< 1", false), ("> 1", "< 2", false), ("== 1", "== 1", true),
    ("== 1", "!= 1", false),
  ])
  func `a threshold inside another one has no effect beside it`(one: String, other: String, isInside: Bool)
    throws
  {
    try expectEqual(#require(Threshold(one)).isInside(#require(Threshold(other))), isInside)
  }
}
