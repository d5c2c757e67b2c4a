import SignalboxCore

/// Steps of which some may run at the same time and some must not: the interlocks of a build.
///
/// One struct knows what runs and what has passed, and one method says what is allowed. Buttons show that
/// rule by derived live data; `start` checks it and takes the place in one `modify`, so of two presses at
/// once only one starts. With `onCancel: .waitForWork` a step that is cancelled keeps its place until it has
/// ended.
final class BuildPipeline: Sendable {
  enum Step: Sendable, CaseIterable { case compile, test, lint, deploy }

  struct Board: Sendable, Equatable {
    private(set) var running: Set<Step> = []
    private(set) var passed: Set<Step> = []

    func allows(_ step: Step) -> Bool {
      switch step {
      case .compile: running.isEmpty
      case .test, .lint: passed.contains(.compile) && running.isDisjoint(with: [.compile, .deploy, step])
      case .deploy: passed.isSuperset(of: [.test, .lint]) && running.isEmpty
      }
    }

    fileprivate mutating func begin(_ step: Step) -> Bool {
      guard allows(step) else { return false }
      running.insert(step)
      passed = step == .compile ? [] : passed.subtracting([step])
      return true
    }

    fileprivate mutating func end(_ step: Step, hasPassed: Bool) {
      running.remove(step)
      if hasPassed { passed.insert(step) }
    }
  }

  let board: ReadOnlyLiveData<Board>
  private let stored = LiveData(data: Board())
  private let run: CompletableAction<Step>

  init(executor: (any TaskExecutor)? = nil, perform: @escaping @Sendable (Step) async throws -> Void) {
    board = stored.readOnly
    run = CompletableAction(
      whileExecuting: .concurrent(), onCancel: .waitForWork, executor: executor, workFactory: perform)
  }

  /// Whether the button of a step is enabled.
  func isEnabled(_ step: Step) -> ReadOnlyLiveData<Bool> { board.map { $0.allows(step) }.removeDuplicates() }

  /// Starts a step; nil if it is locked now. The step can be cancelled by what is returned.
  @discardableResult func start(_ step: Step) -> Execution<Never>? {
    guard stored.modify({ $0.begin(step) }) else { return nil }
    let execution = run.execute(step)
    execution.subscribe(
      Subscribers.Sink(
        receiveCompletion: { [stored] end in
          stored.modify { board in
            if case .finished = end {
              board.end(step, hasPassed: true)
            } else {
              board.end(step, hasPassed: false)
            }
          }
        }, receiveValue: { _ in }))
    return execution
  }
}
