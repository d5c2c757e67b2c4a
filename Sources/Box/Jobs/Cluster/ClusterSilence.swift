internal import Cluster

/// Since when etcd has said nothing.
struct ClusterSilence: Equatable {
  var since: Duration
  /// The last failure.
  var why: String?
  /// Whether it has never said anything.
  var isFirst: Bool

  /// Whether etcd has just been asked for the first time.
  var isUsual: Bool { isFirst && why == nil }

  /// What waits because of it.
  func wait(_ times: ClusterTimes) -> String {
    if isUsual { return "waits for etcd" }
    return "waits for etcd, silent since \(times.text(since))" + (why.map { ": \($0)" } ?? "")
  }

  func words(_ times: ClusterTimes) -> String {
    "\(isFirst ? "has not answered yet" : "no answer since \(times.text(since))")"
      + (why.map { ": \($0)" } ?? "")
  }
}

extension ClusterView.Connection {
  /// Nil while etcd answers.
  var silence: ClusterSilence? {
    switch self {
    case .connected: nil
    case .connecting(let since, let why): ClusterSilence(since: since, why: why, isFirst: true)
    case .silent(let since, let why): ClusterSilence(since: since, why: why, isFirst: false)
    }
  }
}
