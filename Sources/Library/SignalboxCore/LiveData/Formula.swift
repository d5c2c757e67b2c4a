/// How the value of derived live data is computed from its roots: the live data whose values are stored.
///
/// Live data that combines sources with a common root is connected to the roots instead of the sources. The
/// sources would tell a change of the root one after the other, and in between there would be a combination
/// of a new value with an old one, which has never existed.
@usableFromInline struct Formula<Value: Sendable>: Sendable {
  /// The roots, each once.
  let roots: [FormulaRoot]
  /// Whether a change of a root can leave the value as it was, because repetitions are removed.
  let canRepeat: Bool
  private let compute: @Sendable (inout Evaluation) -> Evaluation.Outcome<Value>

  private init(
    roots: [FormulaRoot], canRepeat: Bool,
    compute: @escaping @Sendable (inout Evaluation) -> Evaluation.Outcome<Value>
  ) {
    self.roots = roots
    self.canRepeat = canRepeat
    self.compute = compute
  }

  /// The formula of a value that is stored.
  init(root source: LiveSource<Value>) {
    let id = ObjectIdentifier(source)
    let root = FormulaRoot(id: id) { Feed<Evaluation>(source) { $0.set($1, of: id) } }
    self.init(roots: [root], canRepeat: false) { $0.outcome(of: id) }
  }

  /// Computes the value, and decides whether it has changed with the last change of a root.
  func evaluate(_ evaluation: inout Evaluation) -> (value: Value, isNew: Bool) {
    let outcome = compute(&evaluation)
    return (outcome.value, outcome.turn == evaluation.turn)
  }

  // MARK: Operators

  @usableFromInline func map<Result: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Result
  ) -> Formula<Result> {
    let part = Evaluation.Part()
    return Formula<Result>(roots: roots, canRepeat: canRepeat) { evaluation in
      evaluation.outcome(of: part, compute(&evaluation)) { input, _ in (transform(input), isNew: true) }
    }
  }

  @usableFromInline func removeDuplicates(
    by isDuplicate: @escaping @Sendable (Value, Value) -> Bool
  ) -> Formula {
    let part = Evaluation.Part()
    return Formula(roots: roots, canRepeat: true) { evaluation in
      evaluation.outcome(of: part, compute(&evaluation)) { input, last in
        (input, isNew: last.map { !isDuplicate($0, input) } ?? true)
      }
    }
  }

  func combined<Other: Sendable>(with other: Formula<Other>) -> Formula<(Value, Other)> {
    Formula<(Value, Other)>(
      roots: FormulaRoot.union([roots, other.roots]), canRepeat: canRepeat || other.canRepeat
    ) { evaluation in
      let (left, right) = (compute(&evaluation), other.compute(&evaluation))
      return Evaluation.Outcome(value: (left.value, right.value), turn: max(left.turn, right.turn))
    }
  }

  static func list(_ formulas: [Formula]) -> Formula<[Value]> {
    Formula<[Value]>(
      roots: FormulaRoot.union(formulas.map(\.roots)), canRepeat: formulas.contains(where: \.canRepeat)
    ) { evaluation in
      let outcomes = formulas.map { $0.compute(&evaluation) }
      return Evaluation.Outcome(value: outcomes.map(\.value), turn: outcomes.map(\.turn).max() ?? 0)
    }
  }
}

/// A value that is stored, as the input of a formula.
struct FormulaRoot: Sendable {
  let id: ObjectIdentifier
  /// Connects live data to the root. It retains the root, and so the identity remains its own.
  let makeFeed: @Sendable () -> Feed<Evaluation>

  /// All roots of several formulas, each once.
  static func union(_ lists: [[FormulaRoot]]) -> [FormulaRoot] {
    var known: Set<ObjectIdentifier> = []
    return lists.joined().filter { known.insert($0.id).inserted }
  }
}

/// The values of the roots of a formula, and what was computed from them.
struct Evaluation: Sendable {
  /// A value, and the turn in which it has changed.
  struct Outcome<Value> {
    let value: Value
    let turn: Int
  }

  /// Identifies a part of a formula that stores its last result.
  final class Part: Sendable {}

  private struct Result: Sendable {
    let value: any Sendable
    /// The last value that was not a repetition.
    let delivered: any Sendable
    let turn: Int
    /// The turn of the input from which it was computed.
    let inputTurn: Int
  }

  /// The number of changes of roots so far.
  private(set) var turn = 0
  private var results: [ObjectIdentifier: Result] = [:]

  /// A root has changed.
  mutating func set(_ value: some Sendable, of root: ObjectIdentifier) {
    turn += 1
    results[root] = Result(value: value, delivered: value, turn: turn, inputTurn: turn)
  }

  /// The value of a root.
  func outcome<Value>(of root: ObjectIdentifier) -> Outcome<Value> {
    guard let result = results[root], let value = result.value as? Value else {
      preconditionFailure("a formula is evaluated after all of its roots have told their values")
    }
    return Outcome(value: value, turn: result.turn)
  }

  /// The value of a part. It is computed again only if its input has changed.
  /// - Parameter compute: Is passed the input and the last value that was not a repetition.
  mutating func outcome<Input, Value: Sendable>(
    of part: Part, _ input: Outcome<Input>, compute: (Input, _ last: Value?) -> (value: Value, isNew: Bool)
  ) -> Outcome<Value> {
    let last = results[ObjectIdentifier(part)]
    if let last, last.inputTurn == input.turn, let value = last.value as? Value {
      return Outcome(value: value, turn: last.turn)
    }
    let (value, isNew) = compute(input.value, last?.delivered as? Value)
    let turn = isNew ? input.turn : last?.turn ?? input.turn
    results[ObjectIdentifier(part)] = Result(
      value: value, delivered: isNew ? value : last?.delivered ?? value, turn: turn, inputTurn: input.turn)
    return Outcome(value: value, turn: turn)
  }
}
