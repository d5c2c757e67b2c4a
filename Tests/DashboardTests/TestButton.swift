import Boundary
import TerminalUI

@testable import Dashboard

extension Dashboard.Button {
  init(id: String, title: String, key: Key? = nil, change: (inout Dashboard.ButtonLabel) -> Void = { _ in }) {
    var label = Dashboard.ButtonLabel(id: id, title: title, key: key)
    change(&label)
    self.init(Shared(label))
  }

  mutating func changeLabel(_ change: (inout Dashboard.ButtonLabel) -> Void) {
    var label = label.value
    change(&label)
    self.label = Shared(label)
  }
}
