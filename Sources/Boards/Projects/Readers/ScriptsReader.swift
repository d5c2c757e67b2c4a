internal import Configuration

/// Reads the scripts of package.json, and the tasks of deno.json.
enum ScriptsReader {
  /// Scripts that npm runs by itself.
  private static let lifeCycle: Set = [
    "preinstall", "install", "postinstall", "preprepare", "prepare", "postprepare", "prepublish",
    "prepublishOnly", "publish", "postpublish", "prepack", "postpack", "preversion", "version",
    "postversion", "dependencies",
  ]

  /// - Parameter runner: The words that run a script whose name follows them: `npm run`.
  static func read(_ file: ForeignText, runner: [String], key: String) throws(Diagnostic) -> Reading {
    var reading = Reading()
    guard let root = try ForeignValues.json(file, &reading) else {
      throw Diagnostic(inAllOf: file.path, "the file is empty")
    }
    reading.title = root["name"]?.text
    if let line = root.entries.first(where: { $0.key == Workspace.key })?.line,
      let workspace = Workspace(package: root)
    {
      reading.remark(file.path, line, Workspace.key, remark(on: workspace.patterns))
    }
    let scripts = root[key]?.entries ?? []
    if scripts.isEmpty { reading.remark(file.path, nil, "", "it has no \(key)") }
    let names = Set(scripts.map(\.key))
    for script in scripts {
      // A task of deno can be a mapping.
      guard let text = script.value.text ?? script.value["command"]?.text, script.value.elements.isEmpty
      else {
        reading.remark(file.path, script.line, script.key, "its value is no text")
        continue
      }
      guard let words = text.trimmed.first, words != "#", !script.key.hasPrefix("//") else {
        reading.remark(file.path, script.line, script.key, "there is nothing to run")
        continue
      }
      if key == "scripts", let reason = reasonToHide(script.key, among: names) {
        reading.remark(file.path, script.line, script.key, reason)
        continue
      }
      var action = FoundAction(
        script.key, at: .init(file: file.path, line: script.line), .arguments(runner + [script.key]))
      action.summary = script.value["description"]?.text ?? text
      action.body = [text]
      action.service = ServiceGuess.service(named: script.key, running: text)
      reading.actions.append(action)
    }
    return reading
  }

  /// What is said of the packages below this one.
  private static func remark(on patterns: [String]) -> String {
    let example = patterns.first { !$0.hasPrefix("!") }?.replacing("**", with: "*")
    let path = example?.replacing("*", with: "NAME") ?? "DIRECTORY"
    return "each package has a panel of its own: `signalbox \(path)`"
  }

  private static func reasonToHide(_ name: String, among names: Set<String>) -> String? {
    if lifeCycle.contains(name) { return "npm runs it by itself: no button" }
    for (prefix, words) in [("pre", "before"), ("post", "after")] where name.hasPrefix(prefix) {
      let other = String(name.dropFirst(prefix.count))
      if names.contains(other) { return "it runs \(words) `\(other)`, with that" }
    }
    return nil
  }
}
