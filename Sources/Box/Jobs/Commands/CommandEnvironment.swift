internal import Board
internal import Processes

extension CommandDefinition {
  /// The kind of terminal whose sequences ``OutputDecoder`` understands.
  private static let usualTerminal = "xterm-256color"

  /// The variables that say what a command writes to; the board overrides them.
  private static func variables(
    of terminal: TerminalUse, _ inherited: InheritedVariables
  ) -> [String: String] {
    let name: String
    switch terminal {
    case .none: return [:]
    case .output: name = usualTerminal
    // Whoever starts it is expected to enter it.
    case .full: name = inherited.terminal ?? usualTerminal
    }
    // A pager would wait for keys, also where nobody has entered yet.
    return ["TERM": name, "PAGER": "cat", "GIT_PAGER": "cat"]
  }

  /// The variables that are added to what the command inherits: those of its files that it does not inherit,
  /// then its own; nil for one that it must not have.
  /// - Parameters:
  ///   - inherited: The values of the variables in them.
  ///   - terminal: What it has as its terminal, which adds those that describe it; the others override them.
  /// - Throws: ``JobFailure/cannotStart(_:)`` if a file cannot be read or is not valid, or a variable is not
  ///   set.
  func variables(
    _ inherited: InheritedVariables, on terminal: TerminalUse = .none
  ) throws(JobFailure) -> [String: String?] {
    var variables: [String: String?] = Self.variables(of: terminal, inherited)
    for file in environmentFiles {
      for (name, value) in try Self.variables(of: file) where file.overrides || inherited[name] == nil {
        variables[name] = value
      }
    }
    for (name, text) in environment {
      variables.updateValue(try text?.text(inherited, of: "env"), forKey: name)
    }
    return variables
  }

  /// The working directory; nil for that of this process.
  /// - Throws: ``JobFailure/cannotStart(_:)`` if a variable in it is not set.
  func workingDirectory(_ inherited: InheritedVariables) throws(JobFailure) -> String? {
    guard let path = try directory?.text(inherited, of: "dir") else { return nil }
    guard let base = directoryBase, !path.hasPrefix("/") else { return path }
    return "\(base)/\(path)"
  }

  private static func variables(of file: VariableFile) throws(JobFailure) -> [String: String] {
    do throws(VariableFile.Failure) {
      return try file.variables()
    } catch {
      throw .cannotStart("\(error)")
    }
  }
}

extension VariableText {
  /// The text with the values of its variables.
  /// - Parameter option: The option of the board that it belongs to.
  /// - Throws: ``JobFailure/cannotStart(_:)`` if a variable is not set.
  fileprivate func text(_ inherited: InheritedVariables, of option: String) throws(JobFailure) -> String {
    do throws(Unset) {
      return try text { inherited[$0] }
    } catch {
      throw .cannotStart("\(option): \(error)")
    }
  }
}

extension InheritedVariables {
  /// The kind of terminal; nil if there is none that programs can draw on.
  fileprivate var terminal: String? {
    guard let name = self["TERM"], !name.isEmpty, name != "dumb" else { return nil }
    return name
  }
}
