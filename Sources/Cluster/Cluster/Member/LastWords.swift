/// When the hosts of lost runs were last heard.
///
/// The others do not see that a host renews its lease. They see the end of that, which comes as long after
/// the last word as the lease lasts.
struct LastWords: Sendable {
  private var present: Set<String> = []
  /// Whether each host that goes is seen at that moment.
  private var isFollowing = false
  /// By member. One that was gone before it could be seen is missing.
  private(set) var times: [String: Duration] = [:]

  /// - Parameter lease: How long a lease lasts.
  mutating func take(_ store: ClusterStore, at time: Duration, lease: Duration) {
    let hosts = Set(store.hosts.keys)
    if isFollowing { for host in present.subtracting(hosts) { times[host] = time - lease } }
    let owners = Set(store.runs.values.flatMap(\.values).compactMap { $0.value?.member })
    times = times.filter { owners.contains($0.key) && !hosts.contains($0.key) }
    (present, isFollowing) = (hosts, true)
  }

  /// Others are unknown for a while.
  mutating func stopFollowing() { isFollowing = false }
}
