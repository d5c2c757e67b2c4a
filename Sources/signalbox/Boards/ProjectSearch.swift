internal import Essentials
internal import Projects

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Searches for the project of a directory: known files of other programs in the directory itself, then in
/// each directory above it, up to the top of the repository, the home directory or the end of the file
/// system.
struct ProjectSearch {
  /// An absolute path.
  let directory: String
  var environment: [String: String] = ProcessInfo.processInfo.environment

  /// The nearest directory that has known files.
  /// - Parameter skipped: Called with each file that is not used because of its owner.
  func path(skipped: (String) -> Void = { _ in }) -> String? {
    var current = directory
    while true {
      if let project = ProjectDirectory(current) {
        let known = ProjectReader.knownFiles(among: project.entries)
        let foreign = known.first { !isTrusted("\(current == "/" ? "" : current)/\($0.file)") }
        if let foreign {
          skipped("skipped \(current)/\(foreign.file): it belongs to another user")
        } else if !known.isEmpty {
          return current
        }
      }
      guard !isLast(current), let parent = current.parentDirectory, isSameDevice(current, parent) else {
        return nil
      }
      current = parent
    }
  }

  private func isTrusted(_ file: String) -> Bool {
    let search = BoardSearch(directory: directory)
    do throws(BoardSearch.Failure) { try search.check(file) } catch {
      // A pipe or a device has a mistake of its own when it is read.
      if case .untrusted = error { return false }
    }
    return true
  }

  private func isLast(_ path: String) -> Bool {
    path == environment["HOME"] || access(path == "/" ? "/.git" : "\(path)/.git", F_OK) == 0
  }

  private func isSameDevice(_ path: String, _ other: String) -> Bool {
    var (one, two) = (stat(), stat())
    return stat(path, &one) == 0 && stat(other, &two) == 0 && one.st_dev == two.st_dev
  }
}
