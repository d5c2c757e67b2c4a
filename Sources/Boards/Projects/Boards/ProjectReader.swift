internal import Board
internal import Configuration

/// Reads the known files of one directory.
package enum ProjectReader {
  /// A directory, as far as its project depends on it.
  package struct Directory {
    /// The last part of its path, which is the title of its panel.
    package var name: String
    /// The names of its entries.
    package var entries: [String]
    /// The names of files in it and in the directories above it, up to the top of the repository, that say
    /// which program manages its packages; the nearest first.
    package var lockFiles: [String]
    /// The directory above, up to the top of the repository, to whose workspace it belongs; nil for none.
    package var workspace: Workspace.Place?

    package init(
      name: String, entries: [String], lockFiles: [String] = [], workspace: Workspace.Place? = nil
    ) {
      (self.name, self.entries, self.lockFiles) = (name, entries, lockFiles)
      self.workspace = workspace
    }
  }

  /// The known files in a directory, in the order of the panel.
  package static func knownFiles(among entries: [String]) -> [(format: Format, file: String)] {
    let present = Set(entries)
    var found: [(Format, String)] = []
    for format in Format.allCases where !format.isFallback {
      if let file = file(of: format, among: present, entries) { found.append((format, file)) }
    }
    if !found.isEmpty { return found }
    for format in Format.allCases where format.isFallback {
      if let file = format.fileNames.first(where: present.contains) { found.append((format, file)) }
    }
    return found
  }

  private static func file(of format: Format, among present: Set<String>, _ entries: [String]) -> String? {
    if let name = format.fileNames.first(where: present.contains) { return name }
    guard format == .just else { return nil }
    return entries.sorted().first { ["justfile", ".justfile"].contains($0.lowercased()) }
  }

  /// Reads all known files.
  package static func read(_ directory: Directory, _ files: ForeignFiles) -> Project {
    var project = Project(title: directory.name.oneLine(limit: 100).nonEmpty ?? "project")
    for (format, file) in knownFiles(among: directory.entries) {
      read(file, format, directory, files, into: &project)
      if format == .scripts, directory.entries.contains(Workspace.pnpmFile) {
        project.remarks.append(
          Remark(
            file: Workspace.pnpmFile, line: nil, "",
            "each package has a panel of its own: `signalbox DIRECTORY` opens it"))
      }
      for other in format.others where other != file && directory.entries.contains(other) {
        project.remarks.append(
          Remark(file: other, line: nil, "", "\(file) is opened instead: signalbox \(other) opens this one"))
      }
    }
    return project
  }

  /// Reads one file of a format.
  package static func read(
    _ file: String, _ format: Format, _ directory: Directory, _ files: ForeignFiles,
    into project: inout Project
  ) {
    switch files[file] {
    case .missing: project.mistakes.append(Diagnostic(inAllOf: file, "there is no such file"))
    case .refused(let reason): project.mistakes.append(Diagnostic(inAllOf: file, reason))
    case .text(let text):
      let foreign = ForeignText(path: file, text: text)
      do throws(Diagnostic) {
        try read(foreign, format, directory, files, &project)
      } catch {
        project.mistakes.append(error)
      }
    }
  }

  private static func read(
    _ file: ForeignText, _ format: Format, _ directory: Directory, _ files: ForeignFiles,
    _ project: inout Project
  ) throws(Diagnostic) {
    let tool: String
    let reading: Reading
    switch format {
    case .make: (tool, reading) = ("make", MakeReader.read(file, files))
    case .scripts:
      let manager = PackageManager.of(file, lockFiles: directory.lockFiles)
      tool = manager.name
      var scripts = try ScriptsReader.read(file, runner: [manager.name, "run"], key: "scripts")
      scripts.remarks += manager.remarks
      if let above = directory.workspace {
        scripts.remark(
          file.path, nil, "above",
          "\(above.path): the workspace has a panel of its own: `signalbox \(above.way)`")
      }
      reading = scripts
    case .deno:
      (tool, reading) = ("deno", try ScriptsReader.read(file, runner: ["deno", "task"], key: "tasks"))
    case .cargo, .swift, .go:
      (tool, reading) = (format.rawValue, UsualCommands.reading(format, file: file.path))
    case .just: (tool, reading) = ("just", JustReader.read(file, files))
    case .task: (tool, reading) = ("task", try TaskReader.read(file, files))
    case .procfile: (tool, reading) = ("Procfile", ProcfileReader.read(file, files))
    case .mprocs: (tool, reading) = ("mprocs", try MprocsReader.read(file))
    case .processCompose: (tool, reading) = ("process-compose", try ProcessComposeReader.read(file))
    case .compose:
      // process-compose looks at these names first.
      if TopKeys.formats(in: file.text).first?.key == "processes" {
        return project.add(
          try ProcessComposeReader.read(file), .processCompose, tool: "process-compose", file: file.path)
      }
      (tool, reading) = ("docker compose", try ComposeReader.read(file, files))
    }
    project.add(reading, format, tool: tool, file: file.path)
  }
}

extension Format {
  /// Files of the format that mean something else, so one is named if another one is read.
  fileprivate var others: [String] { self == .procfile ? fileNames : [] }
}
