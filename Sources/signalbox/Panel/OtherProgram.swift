internal import Essentials

/// A program that people choose by a variable, and that has the terminal until it ends.
enum OtherProgram: Sendable {
  case pager, editor

  /// The arguments with which the shell runs it for a file.
  /// - Parameters:
  ///   - line: The line at which an editor opens it; nil for none.
  ///   - environment: Where the variables are that name the programs.
  func arguments(
    for path: String, line: Int? = nil, column: Int? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> [String] {
    // The variables contain a program with its options.
    let program = self == .pager ? "${PAGER:-less}" : "${VISUAL:-${EDITOR:-vi}}"
    guard self == .editor, let line else { return ["sh", "-c", "exec \(program) \"$1\"", "sh", path] }
    let editor = ["VISUAL", "EDITOR"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? "vi"
    let place = EditorPlace(path: path, line: line, column: column)
    return ["sh", "-c", "exec \(program) \"$@\"", "sh"] + place.arguments(of: editor)
  }

  /// What to say if it could not be run; nil if it ended well.
  func message(exitCode: Int32?) -> String? {
    let (what, variable) = self == .pager ? ("pager", "PAGER") : ("editor", "EDITOR")
    return switch exitCode {
    case 126, 127: "The \(what) cannot be started; \(variable) names it"
    case nil: "The \(what) was killed, or cannot be started"
    default: nil
    }
  }

  /// A file with this text for the pager, which only its owner can read; nil if it cannot be written.
  static func temporaryFile(_ text: String) -> String? {
    let file = CopyFile(path: "\(CopyFile.standard.path).\(UUID().uuidString)")
    return try? file.write(text)
  }
}
