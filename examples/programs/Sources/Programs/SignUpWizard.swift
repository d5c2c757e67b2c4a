import SignalboxCore

/// A form in several steps, with buttons that are enabled when they make sense.
///
/// The form is one struct in one ``LiveData``, so a step and its fields change together. Each button is an
/// action whose `enabledIf` is derived from the form; `send` is disabled while it runs, too.
final class SignUpWizard: Sendable {
  enum Step: Int, Sendable { case account, address, summary }

  struct Form: Sendable, Equatable {
    var step = Step.account
    var email = ""
    var city = ""

    /// Whether the present step is filled in.
    var isComplete: Bool {
      switch step {
      case .account: email.contains("@")
      case .address: !city.isEmpty
      case .summary: true
      }
    }
  }

  let form = LiveData(data: Form())
  let errors = ErrorTracker()
  let next: VoidAction
  let back: VoidAction
  let send: CompletableAction<Void>

  init(executor: (any TaskExecutor)? = nil, register: @escaping @Sendable (Form) async throws -> Void) {
    let form = form
    let send = CompletableAction<Void>(
      enabledIf: form.map { $0.step == .summary }, executor: executor
    ) { [errors] in
      try await errors.track(source: "send") { try await register(form.data) }
    }
    self.send = send
    next = VoidAction(enabledIf: form.map { $0.isComplete && $0.step != .summary }) {
      Just(form.modify { $0.step = Step(rawValue: $0.step.rawValue + 1) ?? .summary })
    }
    // Nobody goes back while the form is being sent.
    back = VoidAction(enabledIf: form.combineLatest(send.executing).map { $0.step != .account && !$1 }) {
      Just(form.modify { $0.step = Step(rawValue: $0.step.rawValue - 1) ?? .account })
    }
  }
}
