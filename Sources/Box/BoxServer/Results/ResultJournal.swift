package import Board
package import Jobs
internal import Processes
internal import SignalboxCore
internal import Wire

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Keeps the results and the last runs of a board, so that they survive its box. Only the process that holds
/// the lock of the board writes.
///
/// A run is written before it starts. The file is not synchronized to the disk: if the system crashes, the
/// last runs can be missing. It is replaced by a shorter one when it has grown, so its size is bounded.
package final class ResultJournal: Sendable {
  /// The size at which a file is replaced, unless it would be longer than half of that again.
  private static let sizeLimit = 1 << 20
  /// How long to wait after a failed replacement before the next one.
  private static let pause = Duration.seconds(1)

  private struct State {
    var results: KeptResults
    /// The file, for appending; nil if it has to be replaced first.
    var file: Int32?
    var size = 0
    /// The size at which the file is replaced.
    var limit = sizeLimit
    /// When the next replacement may be tried, in the time of the station; nil if never.
    var nextAttempt: Duration? = .zero
    var hasReported = false
    /// The digests of the work of actions that have run.
    var digests: [String: (work: WorkDefinition, digest: String)] = [:]

    /// Computing a digest takes as long as everything else that the start of a run costs here.
    mutating func digest(of action: ActionDefinition) -> String {
      if let known = digests[action.id], known.work == action.work { return known.digest }
      let digest = action.work.digest
      digests[action.id] = (action.work, digest)
      return digest
    }
  }

  private let path: String
  private let wallClock: @Sendable () -> Duration
  private let onTrouble: @Sendable (String) -> Void
  private let state: Locked<State>

  /// Reads what earlier boxes have kept, and begins a new file with it.
  /// - Parameters:
  ///   - path: The file.
  ///   - board: The board whose actions the results must belong to.
  ///   - wallClock: Returns the time since 1970.
  ///   - onTrouble: Called with a sentence, on any thread, if not all could be read, and once if results
  ///     cannot be written. The runs go on nevertheless.
  package init(
    _ path: String, for board: Board, wallClock: @escaping @Sendable () -> Duration = WallTime.now,
    onTrouble: @escaping @Sendable (String) -> Void
  ) {
    self.path = path
    self.wallClock = wallClock
    self.onTrouble = onTrouble
    var state = State(results: KeptResults())
    do throws(ResultFile.Refusal) {
      let file = try ResultFile(path)
      if file.unreadableLines > 0 { onTrouble("\(file.unreadableLines) lines of \(path) cannot be read") }
      state.results = file.results.adapted(to: board)
    } catch {
      switch error {
      case .unusable(let reason):
        state.nextAttempt = nil
        state.hasReported = true
        onTrouble("results are not kept, because \(path) cannot be used: \(reason)")
      case .foreign:
        let name = path + ".unknown"
        onTrouble("\(path) is not of this version of signalbox and is now called \(name)")
        rename(path, name)
      }
    }
    self.state = Locked(state)
    replaceIfNeeded(at: .zero)
  }

  deinit { state.withLock { if let file = $0.file { Descriptor.close(file) } } }

  /// Whether the path still leads to the file; true if there is none to write to.
  package var isAtPath: Bool {
    state.withLock { state in
      guard let file = state.file else { return true }
      return FileIdentity(file) == FileIdentity(path)
    }
  }

  /// Writes the file again if somebody has deleted or replaced it.
  package func restore() {
    guard !isAtPath else { return }
    state.withLock { state in
      if let file = state.file { Descriptor.close(file) }
      state.file = nil
      state.nextAttempt = .zero
    }
    replaceIfNeeded(at: .zero)
  }

  /// The results for the jobs of a box.
  /// - Parameter station: The present time of their station.
  package func remembered(at station: Duration) -> [String: RememberedResult] {
    state.withLock(\.results).remembered(wall: wallClock(), station: station)
  }

  /// What earlier boxes have kept; nothing if it cannot be read. Writes nothing.
  /// - Parameter station: The present time of the station of the jobs.
  package static func remembered(
    in path: String, for board: Board, at station: Duration
  ) -> [String: RememberedResult] {
    guard let file = try? ResultFile(path) else { return [:] }
    return file.results.adapted(to: board).remembered(wall: WallTime.now(), station: station)
  }

  /// Writes that a run begins or has ended. On any thread.
  package func take(_ event: RunEvent) {
    let wall = wallClock()
    let failure = state.withLock { state in
      let line = KeptRun(event, work: state.digest(of: event.action), wall: wall)
      state.results.take(line)
      return Self.append(line, &state)
    }
    report(failure)
    replaceIfNeeded(at: event.time)
  }

  /// Returns the error of the system if that fails; then the file is replaced by the next event.
  private static func append(_ line: KeptRun, _ state: inout State) -> Int32? {
    guard let file = state.file else { return nil }
    let text = line.json + [UInt8(ascii: "\n")]
    state.size += text.count
    let error = text.withUnsafeBytes { Descriptor.write($0, to: file) }
    if error != nil || state.size > state.limit {
      Descriptor.close(file)
      state.file = nil
    }
    return error
  }

  private func replaceIfNeeded(at time: Duration) {
    let failure: Int32? = state.withLock { state in
      guard state.file == nil, let nextAttempt = state.nextAttempt, time >= nextAttempt else { return nil }
      do throws(SystemCallError) {
        (state.file, state.size) = try ResultFile.write(state.results, to: path)
        state.limit = max(Self.sizeLimit, state.size * 2)
        return nil
      } catch {
        state.nextAttempt = time + Self.pause
        return error.code
      }
    }
    report(failure)
  }

  private func report(_ failure: Int32?) {
    guard let failure else { return }
    let isFirst = state.withLock { state in
      defer { state.hasReported = true }
      return !state.hasReported
    }
    if isFirst { onTrouble("results are not kept, because \(path) cannot be written: \(errorText(failure))") }
  }

  private func errorText(_ code: Int32) -> String { String(cString: strerror(code)) }
}

extension KeptRun {
  /// - Parameter wall: The present time since 1970.
  fileprivate init(_ event: RunEvent, work: String, wall: Duration) {
    action = event.action.id
    self.work = work
    run = event.run.shifted(by: wall - event.time)
    guard hasEnded else { return }
    value = event.value
    exitCode = event.exitCode
    inputs = event.inputs
  }
}
