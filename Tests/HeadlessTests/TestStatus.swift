import Board
import Boundary
import Programs

extension ActionStatus {
  /// An action of a board that is not there.
  init(named id: String, _ change: (inout ActionStatus) -> Void = { _ in }) {
    self.init(ActionDescription(id: id, title: id))
    change(&self)
  }

  /// Its program asks something.
  mutating func ask(_ text: String, isHidden: Bool = false) {
    var run = RunHistory.Entry(
      number: 1, start: .zero, cause: .person, starter: nil, input: nil, firstLine: 0)
    var presence = RunHistory.Presence()
    presence.question = ProgramQuestion(number: 1, text: text, isHidden: isHidden)
    run.presence = presence
    (isRunning, present) = (true, [run])
  }
}
