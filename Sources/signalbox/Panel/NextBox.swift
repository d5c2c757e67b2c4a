internal import Boundary
internal import BoxClient
internal import Dispatch
internal import Files

/// Waits for the next box of a board whose box has ended: another front end may start one.
@MainActor
final class NextBox {
  private let lockFile: String
  private let reach: @MainActor () async throws -> ServedBox?
  private var watch: FileWatch?
  private var isReaching = false
  /// Incremented by every change, and by the end of the wait.
  private var turn = 0

  /// A box names its socket in the file just before it listens.
  private static let (attempts, pause) = (5, Duration.milliseconds(200))

  /// - Parameters:
  ///   - lockFile: The file in which a box names its socket.
  ///   - reach: Connects to a box that runs, and returns nil if there is none.
  init(lockFile: String, reach: @escaping @MainActor () async throws -> ServedBox?) {
    (self.lockFile, self.reach) = (lockFile, reach)
  }

  /// Begins to wait, unless it does. Nothing runs meanwhile: the kernel reports the change of the file.
  func wait(_ onBox: @escaping @MainActor (ServedBox) -> Void) {
    guard watch == nil else { return }
    // A person can still start a box.
    watch = try? FileWatch(lockFile, scheduler: DispatchQueue.main) { [weak self] in self?.tryToReach(onBox) }
  }

  func stop() {
    turn += 1
    watch?.close()
    watch = nil
  }

  private func tryToReach(_ onBox: @escaping @MainActor (ServedBox) -> Void) {
    turn += 1
    guard !isReaching else { return }
    isReaching = true
    Task {
      defer { isReaching = false }
      var tried = 0
      var last = turn
      while watch != nil, tried < Self.attempts {
        if let box = try? await reach() {
          guard watch != nil else { return box.leave {} }
          stop()
          return onBox(box)
        }
        try? await Task.sleep(for: Self.pause)
        tried = turn == last ? tried + 1 : 0
        last = turn
      }
    }
  }
}
