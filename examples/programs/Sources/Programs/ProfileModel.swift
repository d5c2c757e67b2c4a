import SignalboxCore

/// A view model: a screen shows a name, a spinner, an error and a button, and all of it belongs to the main
/// actor.
///
/// The work runs off the main actor, in an ``Action``. What the screen shows arrives by
/// `observeOnMain(owner:initial:onUpdate:)`: in order, on the main actor, and no longer than the model
/// exists. The view reads plain properties and redraws itself in `onChange`.
@MainActor final class ProfileModel {
  private(set) var name = "…"
  private(set) var message: String?
  private(set) var isLoading = false
  private(set) var canReload = true
  /// Called after each change of a property.
  var onChange: () -> Void = {}

  private let errors = ErrorTracker()
  private let load: Action<Void, String>

  init(executor: (any TaskExecutor)? = nil, fetchName: @escaping @Sendable () async throws -> String) {
    load = Action(executor: executor) { [errors] in
      try await errors.track(source: "profile") { try await fetchName() }
    }
    load.elements.observeOnMain(owner: self) { [weak self] name in self?.change { $0.name = name } }
    load.state.observeOnMain(owner: self, initial: true) { [weak self] state in
      self?.change { ($0.isLoading, $0.canReload) = (state.executing, state.enabled) }
    }
    errors.current.observeOnMain(owner: self, initial: true) { [weak self] error in
      self?.change { $0.message = error.map { "Not loaded: \($0)" } }
    }
  }

  /// Loads the name, unless it is being loaded.
  func reload() { load.execute() }

  private func change(_ body: (ProfileModel) -> Void) {
    body(self)
    onChange()
  }
}
