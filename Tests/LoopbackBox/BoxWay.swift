internal import Foundation
package import Testing

/// How the front end of a test reaches its jobs.
package enum BoxWay: String, Sendable, CaseIterable {
  /// The box is in the process of the front end, which reads it in place.
  case inPlace = "private"
  /// All that the front end knows and requests travels as bytes.
  case served

  /// The way of the present test.
  @TaskLocal package static var current = BoxWay.inPlace

  /// The ways by which tests run: both, or the one that `SIGNALBOX_TEST_BOX` names.
  static let tested: [BoxWay] =
    ProcessInfo.processInfo.environment["SIGNALBOX_TEST_BOX"].flatMap(BoxWay.init).map { [$0] } ?? allCases
}

/// Runs each test of a suite twice: with a private box, and with a served one.
package struct BothBoxesTrait: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let isPrivate = test.traits.contains { $0 is OnlyInPlace }
    for way in isPrivate ? [.inPlace] : BoxWay.tested {
      try await BoxWay.$current.withValue(way) { try await function() }
    }
  }
}

/// Runs a test only with a private box: what it describes is different if a box is shared.
package struct OnlyInPlace: TestTrait {}

extension Trait where Self == OnlyInPlace {
  /// Runs the test only with a private box.
  package static var onlyInPlace: Self { Self() }
}

extension Trait where Self == BothBoxesTrait {
  /// Runs each test twice: with a private box, and with a served one.
  package static var bothBoxes: Self { Self() }
}
