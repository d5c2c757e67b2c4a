extension WorkDefinition {
  /// The most characters of a text.
  private static let textLimit = 2_000

  /// What the action does, as people read it before they start it: a command, a request, a connection, or
  /// what is simulated. It does not contain what may be secret: variables, headers, bodies and queries.
  public var text: String {
    let text =
      switch self {
      case .command(let command): command.invocation.text
      case .http(let probe): "\(probe)"
      case .tcp(let probe): "tcp \(probe)"
      case .alerts(let probe): "\(probe)"
      case .query(let probe): "\(probe)"
      case .simulation(let simulation): simulation.text
      }
    return text.count > Self.textLimit ? "\(text.prefix(Self.textLimit))…" : text
  }
}

extension Simulation {
  /// What is simulated, such as "simulates 2 requests of 1.0 s; 1 run in 3 fails".
  fileprivate var text: String {
    let requests = requests == 1 ? "a request" : "\(requests) requests"
    let failures =
      switch failEvery {
      case nil: ""
      case 1: "; every run fails"
      case let every?: "; 1 run in \(every) fails"
      }
    return "simulates \(requests) of \(duration.text)\(failures)"
  }
}

extension CommandDefinition.Invocation {
  /// The command as it can be typed into a shell.
  fileprivate var text: String {
    switch self {
    case .shell(let script), .text(let script, shell: _), .script(let script, interpreter: _):
      var lines = script.split(separator: "\n", omittingEmptySubsequences: false)
      while let line = lines.last, line.allSatisfy(\.isWhitespace) { lines.removeLast() }
      return lines.joined(separator: "\n")
    case .arguments(let arguments): return arguments.map(\.shown).joined(separator: " ")
    }
  }
}

extension CommandArgument {
  /// As it can be typed into a shell; the name in braces of what is entered.
  fileprivate var shown: String {
    switch self {
    case .text(let text): text.quotedForShell
    case .input(let name, let prefix): (prefix.isEmpty ? "" : prefix.quotedForShell) + "{\(name)}"
    }
  }
}

extension String {
  /// The text as one word of a shell.
  fileprivate var quotedForShell: String {
    let plain = "%+,-./:=@_"
    if !isEmpty, allSatisfy({ $0.isLetter || $0.isNumber || plain.contains($0) }) { return self }
    return "'\(replacing("'", with: "'\\''"))'"
  }
}
