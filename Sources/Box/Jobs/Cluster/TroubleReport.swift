internal import Boundary
internal import SignalboxCore

/// Reports what is wrong with the etcd of shared actions as an error, until it is over.
///
/// Guards do not see it: `errors.any` would lock actions that have nothing to do with etcd.
@MainActor
final class TroubleReport {
  private let errors: ErrorTracker
  private let times: ClusterTimes
  private var last: ClusterTrouble?

  init(_ errors: ErrorTracker, _ times: ClusterTimes) { (self.errors, self.times) = (errors, times) }

  /// Reports the present trouble; nil if there is none.
  func take(_ trouble: ClusterTrouble?) {
    guard trouble != last else { return }
    let isKnown = trouble.flatMap { trouble in last.map(trouble.continues) } ?? false
    last = trouble
    guard let trouble else { return errors.clear(.cluster) }
    // A person has dismissed it.
    if isKnown, !errors.reports.data.contains(where: { $0.source == .cluster }) { return }
    errors.update(with: ClusterProblem(description: trouble.words(times)), priority: .low, source: .cluster)
  }
}

private struct ClusterProblem: Error, CustomStringConvertible {
  let description: String
}

extension ErrorSource {
  /// The etcd by which actions are shared.
  static let cluster = ErrorSource(Situation.Problem.etcdSource)
}
