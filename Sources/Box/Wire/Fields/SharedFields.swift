package import Boundary

extension SharedState: WireObject {
  package static let fields: WireFields<SharedState> = [
    WireField("runs", \.runs), WireField("asking_since", \.askingSince), WireField("obstacle", \.obstacle),
    WireField("waiting", \.waiting), WireField("ending_since", \.endingSince), WireField("wait", \.wait),
  ]
  package static let blank = SharedState()
}

extension SharedRun: WireObject {
  package static let fields: WireFields<SharedRun> = [
    WireField("run", \.id), WireField("host", \.host), WireField("user", \.user), WireField("input", \.input),
    WireField("since", \.since), WireField("lost_since", \.lostSince),
    WireField("last_heard", \.lastHeard), WireField("value", \.value), WireField("progress", \.fraction),
  ]
  package static let blank = SharedRun()
}

extension ClusterState: WireObject {
  package static let fields: WireFields<ClusterState> = [
    WireField("realm", \.realm), WireField("hosts", \.hosts), WireField("silent_since", \.silentSince),
    WireField("trouble", \.trouble),
  ]
  package static let blank = ClusterState()
}
