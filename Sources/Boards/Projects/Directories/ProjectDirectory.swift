internal import Configuration
internal import Essentials

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A directory on the disk, whose known files are read. Nothing is started, and nothing is written.
package struct ProjectDirectory {
  /// The canonical path.
  package let path: String
  /// The canonical path of the directory below which files may be read: that of the repository, or this one.
  private let top: String

  package init?(_ path: String) {
    guard let canonical = Self.canonical(path) else { return nil }
    self.path = canonical
    top = Self.top(of: canonical) ?? canonical
  }

  /// The nearest directory with `.git`, upwards; nil if there is none.
  private static func top(of path: String) -> String? {
    var current = path
    while true {
      if access(current == "/" ? "/.git" : "\(current)/.git", F_OK) == 0 { return current }
      guard let parent = current.parentDirectory else { return nil }
      current = parent
    }
  }

  package static func canonical(_ path: String) -> String? {
    guard let name = realpath(path, nil) else { return nil }
    defer { free(name) }
    return String(validatingCString: name)
  }

  /// The names of its entries, sorted; at most 100,000.
  package var entries: [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while names.count < 100_000, let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
      }
      if let name { names.append(name) }
    }
    return names.sorted()
  }

  /// Files on the disk, read by their paths in this directory.
  package func files(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> ForeignFiles {
    ForeignFiles(environment: environment, isThere: { access("\(path)/\($0)", F_OK) == 0 }, entry: entry)
  }

  private func entry(_ name: String) -> ForeignFiles.Entry {
    var status = stat()
    let file = "\(path)/\(name)"
    guard stat(file, &status) == 0 else {
      guard lstat(file, &status) == 0 else { return .missing }
      return .refused("the link leads nowhere")
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return .refused("this is not a file") }
    guard let canonical = Self.canonical(file), canonical.isBelow(top) else {
      return .refused("it leads out of \(top)")
    }
    do throws(Diagnostic) {
      return .text(try SourceFile.text(of: file, kind: "file of a project"))
    } catch {
      let line = error.location.map { "line \($0.line): " } ?? ""
      return .refused(line + error.message)
    }
  }

  /// Paths of files in it.
  func absolute(_ names: [String]) -> [String] { names.map { path == "/" ? "/\($0)" : "\(path)/\($0)" } }

  /// The directory as its readers see it.
  package var content: ProjectReader.Directory {
    ProjectReader.Directory(
      name: path.split(separator: "/").last.map(String.init) ?? "/", entries: entries, lockFiles: lockFiles,
      workspace: workspace)
  }

  /// The nearest directory above, up to the top of the repository, to whose workspace this one belongs.
  private var workspace: Workspace.Place? {
    var place = Workspace.Place(path: path, levels: 0)
    guard access("\(path)/package.json", F_OK) == 0 else { return nil }
    while place.path != top, let parent = place.path.parentDirectory {
      place = Workspace.Place(path: parent, levels: place.levels + 1)
      let relative = path.split(separator: "/").suffix(place.levels).joined(separator: "/")
      guard let files = ProjectDirectory(parent)?.files() else { return nil }
      if Workspace(files)?.contains(relative) == true { return place }
    }
    return nil
  }

  /// The lock files of the nearest directory that has any.
  private var lockFiles: [String] {
    var current = path
    while true {
      let found = PackageManager.lockFiles.filter { access("\(current)/\($0)", F_OK) == 0 }
      if !found.isEmpty || current == top { return found }
      guard let parent = current.parentDirectory else { return [] }
      current = parent
    }
  }
}

extension String {
  /// The directory above; nil for the root.
  package var parentDirectory: String? {
    guard self != "/", let slash = lastIndex(of: "/") else { return nil }
    return slash == startIndex ? "/" : String(self[..<slash])
  }

  fileprivate func isBelow(_ directory: String) -> Bool {
    self == directory || directory == "/" || hasPrefix(directory + "/")
  }
}
