/// The kinds of files that describe actions, in the order in which a panel shows them.
package enum Format: String, Sendable, CaseIterable {
  case just, task, make
  case scripts, deno
  case procfile = "Procfile"
  case mprocs
  case processCompose = "process-compose"
  case compose
  case cargo, swift, go

  /// The names of its files; the first that is present is read.
  package var fileNames: [String] {
    switch self {
    case .just: ["justfile", ".justfile"]
    case .task:
      [
        "Taskfile.yml", "taskfile.yml", "Taskfile.yaml", "taskfile.yaml", "Taskfile.dist.yml",
        "taskfile.dist.yml", "Taskfile.dist.yaml", "taskfile.dist.yaml",
      ]
    case .make: ["GNUmakefile", "makefile", "Makefile"]
    case .scripts: ["package.json"]
    case .deno: ["deno.json", "deno.jsonc"]
    case .procfile: ["Procfile.dev", "Procfile"]
    case .mprocs: ["mprocs.yaml", "mprocs.yml"]
    case .processCompose: ["process-compose.yml", "process-compose.yaml"]
    case .compose: ["compose.yaml", "compose.yml", "docker-compose.yaml", "docker-compose.yml"]
    case .cargo: ["Cargo.toml"]
    case .swift: ["Package.swift"]
    case .go: ["go.mod"]
    }
  }

  /// Whether the file is only looked at where there is no file of another format: it names no actions, and
  /// those that are usual for it are offered.
  package var isFallback: Bool { [.cargo, .swift, .go].contains(self) }

  /// The format of a file by its name; nil if the name says nothing.
  package init?(fileName name: String) {
    let lowercased = name.lowercased()
    if lowercased == "justfile" || lowercased == ".justfile" || lowercased.hasSuffix(".just") {
      self = .just
    } else if lowercased.hasPrefix("procfile.") {
      self = .procfile
    } else if lowercased.hasSuffix(".mk") {
      self = .make
    } else if let format = Self.allCases.first(where: { $0.fileNames.contains(name) }) {
      self = format
    } else {
      return nil
    }
  }
}
