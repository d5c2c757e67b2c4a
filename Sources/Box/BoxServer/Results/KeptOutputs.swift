package import Board
package import Boundary
internal import Dispatch
package import Jobs
internal import Processes
internal import SignalboxCore

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The outputs of runs that survive their box: for each action one file with the last lines of its last run
/// that is kept. Written beside the file and renamed, on a thread of its own.
package final class KeptOutputs: Sendable {
  /// The most bytes of all files of a board. The oldest files go first.
  private static let sizeLimit = 8 << 20
  /// The most bytes that are read of a file.
  private static let readLimit = 4 << 20

  private let directory: String
  private let queue = DispatchQueue(label: "signalbox.outputs", qos: .utility)
  private let onTrouble: @Sendable (String) -> Void
  private let hasReported = Locked(false)

  /// - Parameters:
  ///   - directory: Where the files are. It is created with the first of them.
  ///   - onTrouble: Called once with a sentence, on any thread, if a file cannot be written.
  package init(_ directory: String, onTrouble: @escaping @Sendable (String) -> Void) {
    (self.directory, self.onTrouble) = (directory, onTrouble)
  }

  // MARK: Writing

  /// A run begins or has ended. On any thread.
  package func take(_ event: RunEvent) {
    guard let outcome = event.run.ending?.outcome else { return }
    let hasFailed: Bool
    switch outcome {
    case .failed, .lost: hasFailed = true
    case .succeeded, .cancelled, .tolerated: hasFailed = false
    }
    let policy = event.action.keepOutput
    guard policy.keeps(hasFailed: hasFailed, repeats: event.action.every != nil) else { return }
    let output = KeptOutput(event, wall: WallTime.now())
    queue.async { [self] in
      if let error = write(output.text, of: event.action.id) { report(error) }
      dropOldest()
    }
  }

  /// Deletes the outputs of actions that are not on the board, have other work, or keep nothing.
  package func take(_ board: Board) {
    queue.async { [self] in
      for name in StateFile.names(in: directory) {
        let action = board[name]
        let isKept =
          action.map { $0.keepOutput != .never && Self.read(path(name))?.head.work == $0.work.digest }
          ?? false
        if !isKept { unlink(path(name)) }
      }
    }
  }

  /// Returns when everything is written, or after a second if the disk hangs.
  package func flush() async {
    await withCheckedContinuation { continuation in
      let isDone = Locked(false)
      let end: @Sendable () -> Void = {
        if isDone.set() { continuation.resume() }
      }
      queue.async(execute: end)
      DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(1), execute: end)
    }
  }

  /// Returns the error of the system if that fails.
  private func write(_ text: [UInt8], of action: String) -> Int32? {
    guard mkdir(directory, 0o700) == 0 || errno == EEXIST else { return errno }
    do throws(SystemCallError) {
      Descriptor.close(
        try StateFile.replace(path(action), with: text, temporary: "\(directory)/.new"))
      return nil
    } catch {
      return error.code
    }
  }

  private func report(_ code: Int32) {
    guard hasReported.set() else { return }
    onTrouble(
      "outputs are not kept, because \(directory) cannot be written: \(String(cString: strerror(code)))")
  }

  private func dropOldest() {
    var files = StateFile.names(in: directory).compactMap {
      name -> (path: String, size: Int, time: Duration)? in
      var status = stat()
      guard lstat(path(name), &status) == 0 else { return nil }
      #if canImport(Darwin)
      let time = status.st_mtimespec
      #else
      let time = status.st_mtim
      #endif
      return (path(name), Int(status.st_size), .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec))
    }
    var size = files.reduce(0) { $0 + $1.size }
    guard size > Self.sizeLimit else { return }
    files.sort { $0.time > $1.time }
    while size > Self.sizeLimit, files.count > 1, let oldest = files.popLast() {
      unlink(oldest.path)
      size -= oldest.size
    }
  }

  // MARK: Reading

  /// The kept lines of an action; nil if there are none of this work.
  package func lines(of action: ActionDefinition) -> KeptLines? {
    guard action.keepOutput != .never, let output = Self.read(path(action.id)),
      output.head.work == action.work.digest
    else { return nil }
    return output.kept
  }

  private func path(_ action: String) -> String { "\(directory)/\(action)" }

  private static func read(_ path: String) -> KeptOutput? {
    StateFile.read(path, limit: readLimit).flatMap(KeptOutput.init)
  }
}
