internal import Board
internal import Inputs

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

extension ActionDefinition {
  /// The files that it is made from.
  /// - Parameter board: The board, whose own file and logs are never inputs.
  func selection(on board: Board) -> (base: String, InputSelection)? {
    guard let inputs else { return nil }
    let base = inputs.directory.map(Self.absolute) ?? Self.workingDirectory
    var patterns = inputs.patterns
    if case .command(let command) = work {
      patterns += command.environmentFiles.map {
        InputPattern(file: Self.relative(Self.absolute($0.path), to: base))
      }
    }
    var never = inputs.boardFile.map { [$0] } ?? []
    for log in board.actions.compactMap(\.log) {
      let path = Self.absolute(log.path)
      never += [path] + (1..<max(1, log.count)).map { "\(path).\($0)" }
    }
    return (
      base,
      InputSelection(
        patterns, includesIgnored: inputs.includesIgnored,
        never: Set(never.flatMap { [Array($0.utf8), Array(Self.relative($0, to: base).utf8)] }))
    )
  }

  private static var workingDirectory: String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return String(cString: path)
  }

  private static func absolute(_ path: String) -> String {
    let parts = (path.hasPrefix("/") ? path : "\(workingDirectory)/\(path)").split(separator: "/")
    var kept: [Substring] = []
    for part in parts where part != "." {
      if part == "..", kept.last != nil { kept.removeLast() } else { kept.append(part) }
    }
    return "/" + kept.joined(separator: "/")
  }

  /// A path as patterns see it.
  private static func relative(_ path: String, to base: String) -> String {
    let (path, base) = (path.split(separator: "/"), base.split(separator: "/"))
    let common = zip(path, base).prefix { $0 == $1 }.count
    return (base[common...].map { _ in ".." } + path[common...].map(String.init)).joined(separator: "/")
  }
}
