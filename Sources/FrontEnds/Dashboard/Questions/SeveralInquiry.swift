internal import Board
internal import Boundary
internal import Programs
internal import TerminalUI

/// The question what to do with several actions: one answer for all, with their number.
extension Dashboard.Inquiry {
  /// The most actions that are named.
  private static let namedLimit = 6

  init(aboutAll triggers: [Dashboard.Trigger], in situation: Situation) {
    let choices = Choices(triggers, in: situation)
    let count = choices.actions.count
    let starts = Self.option("s", "Start", choices.starts.count, .startAll(choices.starts))
    let others = [
      Self.option("r", "Restart", choices.restarts.count, .restartAll(choices.restarts)),
      Self.option("c", "Cancel", choices.cancels.count, .cancelAll(choices.cancels)),
      Option(.character("n"), "Nothing"),
    ]
    let options = [starts] + Self.optionInOrder(choices) + others
    self.init(
      title: count == 1 ? "1 action" : "All \(count) actions",
      text: [Self.names(choices.actions.map(\.description.title)) + ".", Self.exceptions(choices)]
        .compactMap(\.self).joined(separator: " "),
      options: options, firstFocus: options.count - 1)
  }

  /// The question whether to start what does not run of several actions, in the order of their guards.
  init(startingAll triggers: [Dashboard.Trigger], of group: String?, in situation: Situation) {
    let choices = Choices(triggers, in: situation)
    let wanted = choices.starts + choices.locked
    let count = wanted.count == 1 ? "1 action" : "\(wanted.count) actions"
    let names = Self.names(wanted.map(\.action.title))
    self.init(
      title: "Start \(count)\(group.map { " of \($0)" } ?? "")?",
      text: [names.isEmpty ? "All of them run." : "\(names).", Self.exceptions(choices)].compactMap(\.self)
        .joined(separator: " "),
      options: [
        Option(
          .character("y"), "Start them", hindrance: wanted.isEmpty ? "none of them can be started" : nil,
          effect: .startAllInOrder(wanted)),
        Option(.character("n"), "No"),
      ], firstFocus: 1)
  }

  /// Starts also what is locked, when the others have unlocked it. Nothing if nothing is locked.
  private static func optionInOrder(_ choices: Choices) -> [Option] {
    if choices.locked.isEmpty { return [] }
    let triggers = choices.starts + choices.locked
    return [
      Option(.character("o"), "Start \(triggers.count) in order", effect: .startAllInOrder(triggers))
    ]
  }

  private static func option(
    _ key: Character, _ verb: String, _ count: Int, _ effect: Dashboard.Effect
  ) -> Option {
    Option(
      .character(key), "\(verb) \(count)", hindrance: count == 0 ? "no action here allows it now" : nil,
      effect: effect)
  }

  private static func names(_ titles: [String]) -> String {
    let rest = titles.count - namedLimit
    return rest > 1
      ? titles.prefix(namedLimit).joined(separator: ", ") + " and \(rest) more" : titles.inWords
  }

  /// What is started by itself only.
  private static func exceptions(_ choices: Choices) -> String? {
    if choices.exceptions.isEmpty { return nil }
    let verb = choices.exceptions.count == 1 ? "is" : "are"
    return "\(names(choices.exceptions)) \(verb) not started here: press it by itself."
  }

  /// Which of the actions each answer is about.
  private struct Choices {
    var actions: [ActionStatus] = []
    var starts: [Dashboard.Trigger] = []
    /// What its guard does not let start.
    var locked: [Dashboard.Trigger] = []
    var restarts: [Dashboard.Trigger] = []
    var cancels: [String] = []
    /// The titles of actions that ask something, or have several buttons of which one has to be chosen.
    var exceptions: [String] = []

    init(_ triggers: [Dashboard.Trigger], in situation: Situation) {
      let buttons = Dictionary(triggers.map { ($0.action.id, 1) }, uniquingKeysWith: +)
      var seen: Set<String> = []
      for trigger in triggers {
        guard seen.insert(trigger.action.id).inserted, let status = situation.status(of: trigger.action)
        else {
          continue
        }
        actions.append(status)
        if status.isRunning, !status.isCancelling { cancels.append(status.id) }
        let isOne = buttons[trigger.action.id] == 1
        // The present run may have other inputs than those that are usual.
        let hasInputs = status.isRunning && !trigger.action.form.inputs.isEmpty
        guard isOne, !trigger.needsTyping, !hasInputs, trigger.action.confirmation == nil else {
          exceptions.append(trigger.action.title)
          continue
        }
        if !status.isRunning, status.refusal(input: trigger.input) == nil { starts.append(trigger) }
        if !status.isRunning, !status.verdict.isPassing, situation.plan(for: status.id)?.isRunning != true {
          locked.append(trigger)
        }
        if status.refusal(input: trigger.input, restarts: true) == nil { restarts.append(trigger) }
      }
    }
  }
}
