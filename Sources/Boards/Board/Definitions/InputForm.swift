import Configuration

/// What is entered for a start of an action: the one place that knows what is accepted, what a command gets
/// and what may be kept.
public indirect enum InputForm: Sendable, Equatable {
  /// Nothing.
  case none
  /// Each button has its text.
  case buttons([ButtonDefinition])
  /// One text, which has no name.
  case text(InputDefinition)
  /// Texts with names.
  case named([InputDefinition])

  /// The buttons; empty if there is only one, without a text of its own.
  public var buttons: [ButtonDefinition] { if case .buttons(let buttons) = self { buttons } else { [] } }

  /// What a person types before a start, in the order of the board.
  public var inputs: [InputDefinition] {
    switch self {
    case .none, .buttons: []
    case .text(let input): [input]
    case .named(let inputs): inputs
    }
  }

  /// The inputs with names; nil if the action has another form.
  public var named: [InputDefinition]? { if case .named(let inputs) = self { inputs } else { nil } }

  /// Whether there is something to choose besides a plain press.
  public var hasChoice: Bool { buttons.count > 1 || !inputs.isEmpty && !isNeeded }

  /// Whether a start without any text is refused.
  public var isNeeded: Bool {
    switch self {
    case .none: false
    case .buttons, .text: true
    case .named(let inputs): inputs.contains(where: \.isNeeded)
    }
  }

  /// Why values are not accepted; nil if they are.
  /// - Parameter values: What was entered; nil for nothing.
  public func problem(in values: InputValues?) -> InputProblem? {
    switch (self, values) {
    // Commands of boards without inputs have always got what they are given.
    case (.none, .named): return .hasNoNames
    case (.none, _): return nil
    case (.buttons(let buttons), .text(let text)?):
      return buttons.contains { $0.input == text } ? nil : .noButton(text, of: buttons)
    case (.buttons(let buttons), nil): return .noButton(nil, of: buttons)
    case (.text(let input), .text(let text)?):
      return input.mistake(in: text).map { .mistake(input, $0) }
    case (.text(let input), nil): return .missing([input])
    case (.buttons, .named), (.text, .named): return .hasNoNames
    case (.named(let inputs), .text): return .needsNames(inputs)
    case (.named(let inputs), nil): return Self.problem(in: [], of: inputs)
    case (.named(let inputs), .named(let values)?): return Self.problem(in: values, of: inputs)
    }
  }

  private static func problem(in values: [InputValues.Named], of inputs: [InputDefinition]) -> InputProblem? {
    var texts: [String: String] = [:]
    for value in values {
      guard inputs.contains(where: { $0.name == value.name }) else { return .unknown(value.name, of: inputs) }
      guard texts.updateValue(value.text, forKey: value.name) == nil else { return .twice(value.name) }
    }
    let missing = inputs.filter { input in
      texts[input.name].map { $0.isEmpty && input.isNeeded } ?? input.isNeeded
    }
    if !missing.isEmpty { return .missing(missing) }
    for input in inputs {
      if let mistake = texts[input.name].flatMap({ input.mistake(in: $0) }) {
        return .mistake(input, mistake)
      }
    }
    return nil
  }

  /// The values of a run, in the order of the board: those that were not given have what the board says.
  public func completed(_ values: InputValues?) -> InputValues? {
    guard case .named(let inputs) = self else { return values }
    return .named(inputs.map { .init($0.name, values?[$0.name] ?? $0.fallback ?? "") })
  }

  /// What may be kept of the values of a run, or told to others: nothing that is hidden, and nothing of
  /// another form, which may be a secret of an earlier board.
  public func shown(_ values: InputValues?) -> InputValues? {
    switch (self, values) {
    case (.text(let input), .text): return input.isHidden ? nil : values
    case (.buttons, .text): return problem(in: values) == nil ? values : nil
    case (.named(let inputs), .named(let values)?):
      let visible = values.filter { value in inputs.contains { $0.name == value.name && !$0.isHidden } }
      return visible.isEmpty ? nil : .named(visible)
    case (_, _): return nil
    }
  }

  /// Whether these can have been kept as the values of a run.
  public func canHaveKept(_ values: InputValues?) -> Bool {
    switch self {
    case .none: return values == nil
    case .buttons: return problem(in: values) == nil
    case .text(let input): return input.isHidden ? values == nil : problem(in: values) == nil
    case .named(let inputs):
      let visible = inputs.filter { !$0.isHidden }
      if visible.isEmpty || values == nil { return visible.isEmpty && values == nil }
      return Self.named(visible).problem(in: values) == nil
    }
  }

  /// Whether a run that has kept values was certainly started with these.
  public func isCertain(_ kept: InputValues?, startedWith values: InputValues?) -> Bool {
    if self == .none, values != nil { return false }
    let values = completed(values)
    let secrets = inputs.filter(\.isHidden).map { input in
      if case .text(let text) = values { text } else { values?[input.name] ?? "" }
    }
    return secrets.allSatisfy(\.isEmpty) && kept == shown(values)
  }

  /// The environment variables of a command that is run with these values.
  public func variables(of values: InputValues?) -> [String: String] {
    switch (self, values) {
    case (.named(let inputs), _):
      var variables: [String: String] = [:]
      for input in inputs { variables[input.variable] = values?[input.name] ?? "" }
      return variables
    case (_, .text(let text)?): return ["INPUT": text]
    case (_, _): return [:]
    }
  }
}

/// Why values are not accepted.
public enum InputProblem: Sendable, Equatable {
  /// A text is needed that one of the buttons has.
  case noButton(String?, of: [ButtonDefinition])
  /// These inputs have no text.
  case missing([InputDefinition])
  /// The text of an input is not accepted, as the phrase says.
  case mistake(InputDefinition, String)
  /// There is no input with this name.
  case unknown(String, of: [InputDefinition])
  /// The input with this name was given twice.
  case twice(String)
  /// The inputs have names, and a text without one was given.
  case needsNames([InputDefinition])
  /// A name was given for an input that has none.
  case hasNoNames
}

extension InputProblem: CustomStringConvertible {
  /// A phrase that follows the name of the action.
  public var description: String {
    switch self {
    case .noButton(_, let buttons): "needs an input: \(buttons.map(\.input).joined(separator: ", "))"
    case .missing(let inputs):
      "needs \(inputs.count == 1 ? "an input" : "inputs"): \(inputs.map(\.title).joined(separator: ", "))"
    case .mistake(let input, let phrase):
      input.name.isEmpty ? "its input \(phrase)" : "its input \(quoted(input.name)) \(phrase)"
    case .unknown(let name, let inputs):
      "has no input \(quoted(name)); its inputs are \(inputs.map(\.name).joined(separator: ", "))"
    case .twice(let name): "has the input \(quoted(name)) twice"
    case .needsNames(let inputs):
      "needs its inputs by their names: \(inputs.map(\.name).joined(separator: ", "))"
    case .hasNoNames: "has no inputs with names"
    }
  }
}

extension InputDefinition {
  /// What messages call it.
  fileprivate var title: String { name.isEmpty ? prompt : name }
}
