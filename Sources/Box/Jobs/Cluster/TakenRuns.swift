internal import Boundary
internal import Cluster

extension TakeOverAnswer {
  init(_ result: TakeoverResult) {
    switch result {
    case .done(let runs): self = .done(runs.map { SharedRun($0) })
    case .refused(let reason): self = .refused(reason)
    case .unavailable(let reason, let mayPass): self = .unavailable(reason, mayPass: mayPass)
    }
  }
}

extension SharedRun {
  /// A run that was taken over.
  fileprivate init(_ run: RunValue) {
    self.init()
    (id, host, user, input) = (run.run.rawValue, run.host, run.user, run.input)
  }
}
