internal import Essentials

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A line of a file, as editors are told it.
struct EditorPlace {
  var path: String
  var line: Int
  var column: Int?

  /// The arguments of an editor, whose command is a program with its options. Most editors know `+12`.
  func arguments(of command: String) -> [String] {
    let program = command.split(separator: " ").first?.split(separator: "/").last ?? ""
    let suffix = column.map { ":\(line):\($0)" } ?? ":\(line)"
    switch program {
    case "code", "code-insiders", "codium", "vscodium", "cursor", "windsurf":
      return ["--goto", path + suffix]
    case "subl", "hx", "helix", "zed", "lapce", "fresh": return [path + suffix]
    case "nano", "pico": return ["+\(line)" + (column.map { ",\($0)" } ?? ""), path]
    case "emacs", "emacsclient", "micro", "kak": return ["+\(line)" + (column.map { ":\($0)" } ?? ""), path]
    case "vim", "nvim", "gvim":
      return column.map { ["+call cursor(\(line),\($0))", path] } ?? ["+\(line)", path]
    case "mate": return ["-l", column.map { "\(line):\($0)" } ?? "\(line)", path]
    case "idea", "goland", "pycharm", "clion", "webstorm", "rubymine", "phpstorm", "rustrover":
      return ["--line", "\(line)"] + (column.map { ["--column", "\($0)"] } ?? []) + [path]
    default: return ["+\(line)", path]
    }
  }
}

/// A file that an output names.
enum NamedFile {
  /// Its path, if there is such a file: relative to the directory of the action, or to that of the board.
  static func path(
    of name: String, in directory: String?, boardFile: String?,
    home: String? = ProcessInfo.processInfo.environment["HOME"]
  ) -> String? {
    if name.hasPrefix("/") { return isFile(name) ? name : nil }
    if name.hasPrefix("~/"), let home {
      return isFile(home + name.dropFirst()) ? home + name.dropFirst() : nil
    }
    let board = boardFile.map { file in file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "." }
    return [directory, board ?? "."].compactMap(\.self).map { "\($0)/\(name)" }.first(where: isFile)
  }

  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}
