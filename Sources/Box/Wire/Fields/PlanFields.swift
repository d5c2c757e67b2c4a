package import Board
package import Boundary

extension PlanStatus: WireObject {
  package static let fields: WireFields<PlanStatus> = [
    WireField("action", \.action), WireField("found", \.isFound), WireField("steps", \.steps),
    WireField("question", \.question), WireField("asks", \.asks), WireField("missing", \.missing),
    WireField("people", \.people), WireField("circle", \.circle), WireField("digest", \.digest),
    WireField("by", \.starter), WireField("since", \.since), WireField("stopped", \.stopped),
    WireField("stopped_at", \.stopTime),
  ]
  package static let blank: PlanStatus = {
    var blank = PlanStatus()
    blank.isFound = false
    return blank
  }()
}

extension PlanStatus.Step: WireObject {
  package static let fields: WireFields<PlanStatus.Step> = [
    WireField("n", \.number), WireField("do", \.task), WireField("action", \.action), WireField("age", \.age),
    WireField("for", \.purposes), WireField("after", \.after), WireField("until_ready", \.endsWhenReady),
    WireField("question", \.question), WireField("expected", \.expected),
    WireField("no_promise", \.hasNoPromise), WireField("state", \.state),
  ]
  package static let blank = PlanStatus.Step()
}

extension PlanStatus.Need: WireObject {
  package static let fields: WireFields<PlanStatus.Need> = [
    WireField("action", \.action), WireField("needs", \.needs),
  ]
  package static let blank = PlanStatus.Need()
}

extension PlanStatus.Step.Task: WireWord {}
extension PlanProgress.State: WireWord {}
