extension WorkDefinition {
  /// The most characters of a text.
  private static let textLimit = 2_000

  /// What the action does, as people read it before they start it: a command, a request or a connection.
  /// Empty for a simulation. It does not contain what may be secret: variables, headers, bodies and queries.
  public var text: String {
    let text =
      switch self {
      case .command(let command): command.invocation.text
      case .http(let probe): "\(probe)"
      case .tcp(let probe): "tcp \(probe)"
      case .simulation: ""
      }
    return text.count > Self.textLimit ? "\(text.prefix(Self.textLimit))…" : text
  }
}

extension CommandDefinition.Invocation {
  /// The command as it can be typed into a shell.
  fileprivate var text: String {
    switch self {
    case .shell(let script):
      var lines = script.split(separator: "\n", omittingEmptySubsequences: false)
      while let line = lines.last, line.allSatisfy(\.isWhitespace) { lines.removeLast() }
      return lines.joined(separator: "\n")
    case .arguments(let arguments): return arguments.map(\.quotedForShell).joined(separator: " ")
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
