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

  /// The directories in which it searches, in this order.
  var places: [String] {
    var places = [directory]
    while let current = places.last, !isLast(current), let parent = current.parentDirectory,
      isSameDevice(current, parent)
    {
      places.append(parent)
    }
    return places
  }

  /// The nearest directory that has known files, and these.
  /// - Parameter skipped: Called with each file that is not used because of its owner.
  func project(skipped: (String) -> Void = { _ in }) -> (path: String, files: [String])? {
    for place in places {
      guard let project = ProjectDirectory(place) else { continue }
      let known = ProjectReader.knownFiles(among: project.entries).map(\.file)
      if let foreign = known.first(where: { !isTrusted("\(place == "/" ? "" : place)/\($0)") }) {
        skipped("skipped \(place)/\(foreign): it belongs to another user")
      } else if !known.isEmpty {
        return (place, known)
      }
    }
    return nil
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
