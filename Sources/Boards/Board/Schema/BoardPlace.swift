import Configuration

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// What the actions of a board depend on besides their own options.
struct BoardPlace {
  /// The directory of the board's file; nil for the working directory.
  var directory: String?
  /// The board's file, as an absolute path; nil if it has none.
  var file: String?
  /// The home directory of the user; nil if there is none.
  var home: String?
  /// What commands have unless an action says otherwise.
  var commands = CommandDefaults()
  /// Of which runs the last lines survive the box, unless an action says otherwise.
  var keepOutput = KeepOutput.failed
  /// The names of the actions that are services, for hints.
  var services: Set<String> = []
  /// Hints for the words of other programs in actions.
  var foreignWords = ForeignWords.ofActions
  /// What agents may do unless an action says otherwise.
  var agents: AgentRules?

  /// An absolute path, if the directories are absolute.
  func resolve(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    guard let directory else { return path }
    return directory == "/" ? "/\(path)" : "\(directory)/\(path)"
  }
}

extension BoardPlace {
  /// The directory of a board file: that of the file itself, if the path leads to it through symbolic links.
  ///
  /// A pipe or a device, such as standard input, has no directory that belongs to the board.
  init(ofFile path: String, home: String?) {
    self.home = home
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, !Self.isDescriptor(path) else {
      return
    }
    // A canonical path that is not UTF-8 could not be entered.
    let file = Self.canonical(path) ?? path
    guard let slash = file.lastIndex(of: "/") else { return }
    directory = slash == file.startIndex ? "/" : String(file[..<slash])
    if file.hasPrefix("/") { self.file = file }
  }

  /// Whether the path names an open descriptor. Which file that is may differ with each start.
  private static func isDescriptor(_ path: String) -> Bool {
    path == "/dev/stdin" || path.hasPrefix("/dev/fd/") || path.hasPrefix("/proc/")
  }

  private static func canonical(_ path: String) -> String? {
    guard let name = realpath(path, nil) else { return nil }
    defer { free(name) }
    return String(validatingCString: name)
  }
}

extension ValueReader where Value == VariableText {
  /// The path of a directory. `~` is the home directory, also without quotes, although it is null in YAML.
  static func directory(of place: BoardPlace) -> Self {
    var schema: ValueSchema { ValueSchema("text", .either([ValueSchema.text.shape, .null])) }
    return Self(schema) { field in
      if field.node.scalar?.text == "~" {
        return ValueReader<String>.expand("~", in: place, field).map { VariableText(literal: $0) }
      }
      guard let text = variableText(.text).read(field) else { return nil }
      if text.beginsWithVariable { return text }
      // What is added before the path contains no variables.
      guard let path = ValueReader<String>.text.read(field),
        let resolved = ValueReader<String>.expand(path, in: place, field)
      else { return nil }
      let tail = path.hasPrefix("~") ? String(path.dropFirst()) : path
      let count = resolved.unicodeScalars.count - tail.unicodeScalars.count
      let place = String(String.UnicodeScalarView(resolved.unicodeScalars.prefix(count)))
      return (try? VariableText(parsing: tail))?.prefixed(by: place)
    }
  }
}

extension ValueReader where Value == String {
  /// The path of a file.
  static func file(in place: BoardPlace) -> Self {
    Self(.text) { field in text.read(field).flatMap { expand($0, in: place, field) } }
  }

  fileprivate static func expand(_ path: String, in place: BoardPlace, _ field: Field) -> String? {
    guard path.hasPrefix("~") else { return place.resolve(path) }
    guard path == "~" || path.hasPrefix("~/") else {
      field.mistake(
        "\(field.name) begins with the home directory of another user, which is not supported",
        hint: "write an absolute path, or `./\(path)` for a directory with this name")
      return nil
    }
    guard let home = place.home else {
      field.mistake("\(field.name) needs the home directory, but HOME is not an absolute path")
      return nil
    }
    return home + path.dropFirst()
  }
}

extension ValueReader where Value == [VariableFile] {
  /// A file of variables, or a list of them. `~` is the home directory.
  static func variableFiles(in place: BoardPlace) -> Self {
    let file = ValueReader<String>.file(in: place).map { VariableFile($0) }.or(
      .mapping("env-file") { fields in
        let path = fields.require(
          "file", .file(in: place), "the path, relative to the board's file; `~` is your home directory",
          example: ".env")
        let overrides = fields.read(
          "override", .truth, "whether its variables replace those of signalbox, too", default: "`false`",
          example: "true")
        let isOptional = fields.read(
          "optional", .truth, "whether the file may be missing; one that cannot be read is a failure",
          default: "`false`", example: "true")
        return path.map {
          VariableFile($0, overrides: overrides ?? false, isOptional: isOptional ?? false)
        }
      })
    return file.oneOrMore
  }
}
