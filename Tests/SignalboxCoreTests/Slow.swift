import Foundation
import Testing

extension Trait where Self == ConditionTrait {
  /// As in `TestSupport`, which the tests of the core do without: a fast run leaves the test out.
  static var slow: Self {
    .disabled(if: ProcessInfo.processInfo.environment["SIGNALBOX_TEST_FAST"] == "yes", "it is slow")
  }
}
