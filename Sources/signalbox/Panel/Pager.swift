internal import Essentials

/// The pager of the user, and what it knows.
struct Pager {
  /// Its command: a program with its options.
  var command: String

  static var present: Pager {
    let name = ProcessInfo.processInfo.environment["PAGER"] ?? ""
    return Pager(command: name.isEmpty ? "less" : name)
  }

  private var program: Substring { command.split(separator: " ").first?.split(separator: "/").last ?? "" }

  /// Whether it shows control sequences as colours; others would show them as text.
  var showsColors: Bool { ["less", "moor", "moar", "ov"].contains(program) }

  /// The arguments with which the shell runs it for a file.
  /// - Parameter title: What the file is, for its prompt.
  func arguments(for path: String, title: String) -> [String] {
    let arguments = OtherProgram.pager.arguments(for: path)
    guard program == "less" else { return arguments }
    return ["sh", "-c", "exec ${PAGER:-less} \"$@\"", "sh", "-R", "-Ps" + Self.prompt(title), path]
  }

  /// A prompt of `less` with a title: "Output of Build 40% (q comes back)".
  private static func prompt(_ title: String) -> String {
    let title = title.map { "\\%?:.".contains($0) ? "\\\($0)" : String($0) }.joined()
    return "\(title) ?e(end):?pB%pB\\%.. (q comes back)"
  }
}
