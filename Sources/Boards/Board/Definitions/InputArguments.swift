extension [CommandArgument] {
  /// The arguments of a run.
  /// - Parameter values: What was entered, with a text for every input.
  public func texts(_ form: InputForm, _ values: InputValues?) -> [String] {
    flatMap { argument -> [String] in
      switch argument {
      case .text(let text): return [text]
      case .input(let name, let prefix):
        // A secret would be in the list of processes.
        guard let input = form.inputs.first(where: { $0.name == name }), !input.isHidden else { return [] }
        return input.arguments(for: values?[name] ?? "", prefix: prefix)
      }
    }
  }
}
