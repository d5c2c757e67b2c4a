internal import Foundation

/// Whether the tests run that one wants while working, those of `./demo.sh test fast`.
package let isFastRun = ProcessInfo.processInfo.environment["SIGNALBOX_TEST_FAST"] == "yes"

#if canImport(Testing)
package import Testing

extension Trait where Self == ConditionTrait {
  /// A test that takes more than a second by itself on an idle machine, or starts a server of etcd: a fast
  /// run leaves it out.
  package static var slow: Self { .disabled(if: isFastRun, "it is slow") }
}
#endif
