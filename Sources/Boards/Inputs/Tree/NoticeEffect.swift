#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// What notices say about the files of a selection.
package struct NoticeEffect: Sendable, Equatable {
  /// Paths whose contents may be others.
  package var noticed: Set<PathBytes> = []
  /// The first path that somebody has written, created, deleted or moved.
  package var touched: PathBytes?
  /// Whether there may be other files.
  package var isRestructured = false

  package init() {}
}

#if os(Linux)
extension NoticeEffect {
  /// Adds what a notice means.
  package mutating func add(
    _ notice: TreeNotices.Notice, _ watches: TreeWatches, _ selection: InputSelection, _ table: InputTable?
  ) {
    guard notice.watch >= 0 else {
      isRestructured = true
      return
    }
    for target in watches.targets[notice.watch] ?? [] {
      switch target {
      case .rules:
        if Self.ruleNames.contains(notice.name) || notice.name.isEmpty { isRestructured = true }
      case .file(let path): add(path, notice)
      case .directory(let path):
        if notice.name.isEmpty {
          // The directory itself: a mode does not change what it contains, but whether that can be read.
          if !notice.has(IN_IGNORED) { isRestructured = true }
        } else {
          add(path.appending(notice.name), notice, selection, table)
        }
      }
    }
  }

  private static let ruleNames: Set<[UInt8]> = Set(
    ["index", "exclude", "info", "HEAD", ".gitignore"].map { Array($0.utf8) })

  private mutating func add(_ path: PathBytes, _ notice: TreeNotices.Notice) {
    guard !notice.has(IN_IGNORED) else { return }
    noticed.insert(path)
    if notice.has(IN_MODIFY | IN_CLOSE_WRITE) { touched = touched ?? path }
  }

  private mutating func add(
    _ path: PathBytes, _ notice: TreeNotices.Notice, _ selection: InputSelection, _ table: InputTable?
  ) {
    let names = path.components
    let comesOrGoes = notice.has(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)
    if notice.name == Array(".gitignore".utf8) || notice.name == Array(".git".utf8) { isRestructured = true }
    // A directory, or a link in the fixed part of a pattern.
    if comesOrGoes, selection.exemption(below: names, linkDepth: 0) != nil { isRestructured = true }
    if notice.has(IN_ISDIR) {
      if notice.has(IN_ATTRIB), selection.exemption(below: names, linkDepth: 0) != nil {
        isRestructured = true
      }
      return
    }
    let isKnown = table?.paths.contains(path) == true
    guard isKnown || selection.exemption(names, linkDepth: 0) != nil, !selection.never.contains(path) else {
      return
    }
    noticed.insert(path)
    if comesOrGoes { isRestructured = true }
    // Files that git ignores match patterns, too, but are no inputs.
    if !notice.has(IN_ATTRIB), isKnown || comesOrGoes && table == nil { touched = touched ?? path }
  }
}
#else
extension NoticeEffect {
  package mutating func add(
    _ notice: TreeNotices.Notice, _ watches: TreeWatches, _ selection: InputSelection, _ table: InputTable?
  ) {}
}
#endif
