import SignalboxCore

/// A form whose fields are checked while somebody types, one of them by a server.
///
/// Each field is a ``LiveData`` that a view binds to. The problems are derived by `combineLatest`, so they
/// always fit the fields. The name is checked when the typing pauses; until there is an answer for exactly
/// this name, the button is disabled.
final class RegistrationForm: Sendable {
  /// What the server has said about a name.
  struct NameCheck: Sendable, Equatable {
    let name: String
    let isFree: Bool
  }

  let name = LiveData(data: "")
  let password = LiveData(data: "")
  let repeated = LiveData(data: "")
  /// What is wrong, in the order of the fields.
  let problems: ReadOnlyLiveData<[String]>
  let register: CompletableAction<Void>
  private let checkName: Action<String, NameCheck>

  init(
    scheduler: some Scheduler & Sendable = SharedTimers.queue, executor: (any TaskExecutor)? = nil,
    isFree: @escaping @Sendable (String) async throws -> Bool,
    create: @escaping @Sendable (_ name: String, _ password: String) async throws -> Void
  ) {
    let checked = LiveOptionalData<NameCheck>()
    checkName = Action(whileExecuting: .restart, executor: executor) { name in
      NameCheck(name: name, isFree: try await isFree(name))
    }
    problems = name.combineLatest(checked, password, repeated)
      .map { name, checked, password, repeated in
        var problems: [String] = []
        if name.isEmpty {
          problems.append("A name is missing.")
        } else if checked?.name != name {
          problems.append("The name is being checked.")
        } else if checked?.isFree == false {
          problems.append("The name is taken.")
        }
        if password.count < 8 { problems.append("The password has less than 8 characters.") }
        if password != repeated { problems.append("The passwords differ.") }
        return problems
      }
      .removeDuplicates()
    register = CompletableAction(
      enabledIf: problems.map(\.isEmpty), executor: executor
    ) { [name, password] in
      try await create(name.data, password.data)
    }
    checkName.elements.observe(owner: self) { checked.data = $0 }
    name.debounce(after: .milliseconds(500), scheduler: scheduler)
      .observe(owner: self) { [weak self] name in if !name.isEmpty { self?.checkName.execute(name) } }
  }
}
