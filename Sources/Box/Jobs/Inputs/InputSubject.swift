internal import Board

/// One moment of an action, as its inputs are judged.
struct InputSubject {
  let definition: ActionDefinition
  let moment: JobSnapshot
}
