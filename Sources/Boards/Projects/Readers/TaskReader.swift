internal import Configuration

/// Reads Taskfiles, and those that they include from the same directory.
struct TaskReader {
  private let files: ForeignFiles
  private var reading = Reading()
  /// The files that are being read: one that includes itself is not read again in itself.
  private var open: Set<String> = []
  /// How many files were included.
  private var count = 0

  static func read(_ file: ForeignText, _ files: ForeignFiles) throws(Diagnostic) -> Reading {
    var reader = TaskReader(files: files)
    guard let root = try ForeignValues.yaml(file, &reader.reading) else {
      throw Diagnostic(inAllOf: file.path, "the file is empty")
    }
    reader.read(root, file, namespace: Namespace(), depth: 0)
    if reader.reading.actions.isEmpty {
      reader.reading.remark(file.path, nil, "", "it has no tasks to press")
    }
    return reader.reading
  }

  private init(files: ForeignFiles) { self.files = files }

  /// What is in front of the names of an included file.
  private struct Namespace {
    var prefix = ""
    var aliases: [String] = []
    var excluded: [String] = []
  }

  private mutating func read(_ root: YAMLNode, _ file: ForeignText, namespace: Namespace, depth: Int) {
    open.insert(file.path)
    defer { open.remove(file.path) }
    for task in root["tasks"]?.entries ?? [] where !namespace.excluded.contains(task.key) {
      guard task.value["internal"]?.truth != true else { continue }
      guard !task.key.contains("=") else {
        reading.remark(file.path, task.line, task.key, "task would take this name for a variable")
        continue
      }
      guard !task.key.contains("*") else {
        reading.remark(file.path, task.line, task.key, "a pattern is not a name")
        continue
      }
      reading.actions.append(action(task.key, task.value, file, task.line, namespace))
    }
    for include in root["includes"]?.entries ?? [] {
      self.include(include.key, include.value, from: file, include.line, namespace, depth)
    }
  }

  private func action(
    _ name: String, _ task: YAMLNode, _ file: ForeignText, _ line: Int, _ namespace: Namespace
  ) -> FoundAction {
    let full = namespace.prefix + name
    var action = FoundAction(full, at: .init(file: file.path, line: line), .arguments(["task", full]))
    let commands = (task["cmds"] ?? task["cmd"] ?? task).commandTexts
    action.summary = task["desc"]?.text ?? task["summary"]?.text ?? commands.first
    action.aliases = (task["aliases"]?.texts ?? []).map { namespace.prefix + $0 }
    action.aliases += namespace.aliases.map { "\($0):\(name)" }
    if name == "default", namespace.prefix.hasSuffix(":") {
      action.aliases.append(String(namespace.prefix.dropLast()))
    }
    action.parameters = parameters(of: task)
    action.usesTerminal = task["prompt"] != nil || task["interactive"]?.truth == true
    action.body = Array(commands.prefix(12))
    action.service = ServiceGuess.service(named: full)
    if task["watch"]?.truth == true { action.service = FoundAction.Service(isGuess: false) }
    return action
  }

  /// The variables that a task requires. Task puts them into the text of commands without quotes.
  private func parameters(of task: YAMLNode) -> [FoundAction.Parameter] {
    (task["requires"]?["vars"]?.elements ?? []).compactMap { variable in
      guard let name = variable.text ?? variable["name"]?.text, name.isVariableName else { return nil }
      var parameter = FoundAction.Parameter(name: name, prefix: "\(name)=")
      let choices = variable["enum"]?.elements.compactMap(\.text) ?? []
      if choices.isEmpty || !choices.allSatisfy(\.isShowable) {
        parameter.pattern = StrictInput.pattern
      } else {
        parameter.choices = choices
      }
      return parameter
    }
  }

  private mutating func include(
    _ name: String, _ value: YAMLNode, from file: ForeignText, _ line: Int, _ namespace: Namespace,
    _ depth: Int
  ) {
    guard value["internal"]?.truth != true else { return }
    guard let target = value.text ?? value["taskfile"]?.text else {
      return reading.remark(file.path, line, name, "it does not say which file is included")
    }
    guard !target.contains("://"), !target.hasPrefix("git@") else {
      return reading.remark(file.path, line, name, "a file of another machine is not fetched: task does that")
    }
    guard !target.contains("{{"), let path = file.path(to: target) else {
      return reading.remark(file.path, line, name, "a file outside of this directory is not read")
    }
    guard depth < 10, count < ForeignFiles.countLimit else {
      return reading.remark(file.path, line, name, "files include each other too deeply, or too often")
    }
    var next = Namespace()
    let isFlat = value["flatten"]?.truth == true
    next.prefix = isFlat ? namespace.prefix : "\(namespace.prefix)\(name):"
    next.aliases = isFlat ? [] : (value["aliases"]?.texts ?? []).map { namespace.prefix + $0 }
    next.excluded = value["excludes"]?.texts ?? []
    var reason = "there is no such file"
    for candidate in Self.candidates(for: path) {
      guard !open.contains(candidate) else {
        return reading.remark(file.path, line, name, "this file includes itself, which task refuses")
      }
      switch files[candidate] {
      case .missing: continue
      case .refused(let why): reason = why
      case .text(let text):
        let included = ForeignText(path: candidate, text: text)
        do throws(Diagnostic) {
          guard let root = try ForeignValues.yaml(included, &reading) else { return }
          count += 1
          return read(root, included, namespace: next, depth: depth + 1)
        } catch {
          return reading.remark(candidate, error.location?.line, name, error.message)
        }
      }
    }
    if value["optional"]?.truth != true { reading.remark(file.path, line, name, reason) }
  }

  /// A directory stands for the Taskfile in it.
  private static func candidates(for path: String) -> [String] {
    if path.hasSuffix(".yml") || path.hasSuffix(".yaml") { return [path] }
    return Format.task.fileNames.map { path.isEmpty ? $0 : "\(path)/\($0)" }
  }
}

extension YAMLNode {
  /// The texts of commands, which can be texts, mappings with `cmd`, or calls of other tasks.
  fileprivate var commandTexts: [String] {
    if let text { return [text] }
    return elements.compactMap { $0.text ?? $0["cmd"]?.text ?? $0["task"]?.text.map { "task: \($0)" } }
  }
}

extension String {
  /// Whether it can be chosen.
  fileprivate var isShowable: Bool { !isEmpty && !unicodeScalars.contains(where: \.isUnsafeToShow) }

  /// Whether a shell accepts it as the name of a variable.
  var isVariableName: Bool {
    guard let first = unicodeScalars.first, !("0"..."9").contains(first) else { return false }
    return unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || $0 == "_" || ("0"..."9").contains($0))
    }
  }
}
