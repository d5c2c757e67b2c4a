internal import Boundary
internal import BoxClient
internal import Configuration
internal import Dashboard
internal import Dispatch
internal import Essentials
internal import Files
internal import Projects

/// What is found in the working directory besides what a panel shows: the board that would be opened without
/// a name, and the project.
@MainActor
final class OtherChoices {
  /// Opens a choice for a panel that is drawn already.
  let open: @MainActor (BoardChoice) async throws -> (PanelSource, ServedBox)
  private let directory: String
  private let environment: [String: String]
  private var shown: BoardChoice?
  private var board: String?
  private var project: (path: String, files: [String])?
  private var watch: FileWatch?
  /// What of it is news.
  private(set) var news: Dashboard.Other?
  /// Called when a board has come or gone, with what is news.
  var onChange: (Dashboard.Others, Dashboard.Other?) -> Void = { _, _ in }

  init(
    directory: String = WorkingDirectory.path,
    environment: [String: String] = ProcessInfo.processInfo.environment,
    open: @escaping @MainActor (BoardChoice) async throws -> (PanelSource, ServedBox)
  ) {
    self.open = open
    (self.directory, self.environment) = (directory, environment)
  }

  /// What could be opened.
  var found: Dashboard.Others {
    Dashboard.Others(board: board?.visible(), projectFiles: project?.files.map { $0.visible() } ?? [])
  }

  /// What is opened for one of them; nil if it is not there any more.
  func choice(of other: Dashboard.Other) -> BoardChoice? {
    switch other {
    case .board: board.map { .file($0) }
    case .project: project.map { .file($0.path) }
    }
  }

  /// Looks for other choices than the one that is shown from now on. While that is a project, boards that
  /// come and go are reported.
  func look(from choice: BoardChoice) {
    watch?.close()
    watch = nil
    shown = choice
    look()
    news = project.flatMap { isNews($0.path) ? .project : nil }
    guard let project = choice.path, project == search.project()?.path else { return }
    let places = search.places.flatMap { place in
      BoardSearch.fileNames.map { place == "/" ? "/\($0)" : "\(place)/\($0)" }
    }
    let personal = PersonalFile.place(of: PersonalFile.board, environment: environment)
    guard let first = places.first else { return }
    // A person can still open the panel again.
    watch = try? FileWatch(
      first, entries: places.dropFirst() + [personal].compactMap(\.self), scheduler: DispatchQueue.main
    ) { [weak self] in self?.lookAgain() }
  }

  private var search: ProjectSearch { ProjectSearch(directory: directory, environment: environment) }

  private func look() {
    do throws(BoardSearch.Failure) {
      board =
        try BoardSearch(directory: directory).path()
        ?? PersonalFile.path(of: PersonalFile.board, environment: environment)
    } catch {
      // What could not be opened without a name is not offered.
      board = nil
    }
    project = search.project()
    if board == shown?.path { board = nil }
    if project?.path == shown?.path { project = nil }
  }

  private func lookAgain() {
    let earlier = (board, project?.files)
    look()
    guard earlier != (board, project?.files) else { return }
    onChange(found, board == nil || board == earlier.0 ? nil : .board)
  }

  /// Whether a project deserves to be mentioned beside the board that is shown. Who has put the board beside
  /// the files knows them.
  private func isNews(_ project: String) -> Bool {
    guard let path = shown?.path, path != project else { return false }
    let board = path.hasPrefix("/") ? path : "\(directory)/\(path)"
    return board.parentDirectory != project
  }
}
