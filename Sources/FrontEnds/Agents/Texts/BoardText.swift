internal import Board
internal import Boundary
internal import Programs
internal import Wire

/// All actions that agents see, as one document.
struct BoardText {
  let situation: Situation
  let path: String
  let actions: [ActionStatus]
  let isReadOnly: Bool

  var document: JSONTree {
    [
      "board": .text(path), "title": .text(situation.title.safe), "petitions": .list(petitions),
      "actions": .list(actions.map(document)),
    ]
  }

  private var petitions: [JSONTree] {
    situation.petitions.filter { petition in actions.contains { $0.id == petition.action } }.map { petition in
      [
        "petition": JSONTree(petition.id), "action": .text(petition.action),
        "question": .text(petition.question.safe), "agent": .text(petition.agent.safe),
      ]
    }
  }

  private func document(_ action: ActionStatus) -> JSONTree {
    let description = action.description
    var document: JSONTree = ["name": .text(action.id), "title": .text(description.title.safe)]
    document.set("about", description.notes.summary.map { .text($0.safe) })
    document.set("state", .text(action.phase.rawValue))
    document.set("enabled", .truth(action.isEnabled))
    document.set("policy", .text(isReadOnly ? "look" : description.agents.reach.rawValue))
    if !action.verdict.isPassing, !action.isRunning {
      let lock = LockText(situation: situation) { id in
        actions.contains { $0.id == id } || situation[id] == nil
      }
      document.set("needs", .list(action.verdict.missing.map(lock.hiding).unique.map { .text($0) }))
    }
    if description.isService { document.set("service", true) }
    document.set("confirm", description.confirmation.map { .text($0.safe) })
    switch description.form {
    case .none: break
    case .buttons(let buttons): document.set("inputs", .list(buttons.map { .text($0.input.safe) }))
    case .text(let input): document.set("input", input.document)
    case .named(let inputs): document.set("named_inputs", .list(inputs.map(\.document)))
    }
    document.set("progress", action.runs.percent.map { JSONTree($0) })
    if !action.isRunning {
      document.set("exit", action.runs.last.exitCode.map { JSONTree($0) })
      document.set("message", action.runs.last.outcome?.message.map { .text($0.safe) })
    }
    document.set("asks", action.question.map { .text($0.words.safe) })
    if action.runs.count > 0 { document.set("runs", JSONTree(action.runs.count)) }
    document.set("by", action.present.first?.starter.map { .text($0.safe) })
    return document
  }
}

extension InputDefinition {
  /// What an agent needs to know to enter it.
  fileprivate var document: JSONTree {
    var field: JSONTree = [:]
    if !name.isEmpty { field.set("name", .text(name)) }
    field.set("prompt", .text(prompt.safe))
    if !choices.isEmpty { field.set("choices", .list(choices.map { .text($0.safe) })) }
    field.set("default", fallback.map { .text($0.safe) })
    field.set("matches", matches.map { .text($0.text) })
    for (key, isTrue) in [("optional", isOptional), ("many", isMany)] where isTrue { field.set(key, true) }
    // Of the only input of an action, agents have never been told.
    if isHidden, !name.isEmpty { field.set("hidden", true) }
    return field
  }
}
