internal import Dispatch
internal import Processes
internal import Programs
internal import SignalboxCore

/// Writes the output of an action to its file on a thread of its own, so that a disk that hangs stops nothing
/// else.
///
/// The lines that are not written yet are bounded. If there are too many, the caller waits: a disk that is
/// slower than a command slows the command down. A disk that has taken nothing for a second is not waited
/// for: lines are left out and counted, until it takes lines again. A remark in the file says how many are
/// missing, and a remark in the output of each run that lines are left out.
///
/// The thread exists while there are lines to write, and for a second afterwards.
///
/// `@unchecked Sendable`: the mutable properties are used under the lock of the condition.
final class LogWriter: @unchecked Sendable {
  typealias Write = @Sendable (_ lines: [OutputLine], _ arrival: UInt32) -> String?

  private struct Batch {
    let lines: [OutputLine]
    let arrival: UInt32
    let byteCount: Int
  }

  private struct Waiter {
    /// The number of batches that must be written.
    let end: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  let name: String
  private let write: Write
  private let byteLimit: Int
  private let patience: Duration
  private let onRemark: @Sendable (String) -> Void

  private let condition = Condition()
  private var batches: [Batch] = []
  private var byteCount = 0
  private var addedCount = 0
  private var writtenCount = 0
  private var hasThread = false
  /// When a batch was written, or the first one was added.
  private var lastProgress = ContinuousClock.now
  private var missingCount = 0
  /// Whether the present run has the remark that lines are left out.
  private var hasTold = false
  private var waiters: [Int: Waiter] = [:]
  private var waiterCount = 0

  /// - Parameters:
  ///   - name: The path of the file, for remarks.
  ///   - byteLimit: The size of the text that is not written yet, above which lines wait or are left out.
  ///   - patience: How long a write may take before lines are left out.
  ///   - write: Writes lines, and returns a remark if that fails. Called by one thread at a time.
  ///   - onRemark: Called with a remark for the output, on any thread, without holding a lock.
  init(
    _ name: String, byteLimit: Int = 4 << 20, patience: Duration = .seconds(1), write: @escaping Write,
    onRemark: @escaping @Sendable (String) -> Void
  ) {
    self.name = name
    self.byteLimit = byteLimit
    self.patience = patience
    self.write = write
    self.onRemark = onRemark
  }

  /// Adds lines, which are written in the order in which they were added, from any thread.
  /// - Parameter arrival: The present time, in seconds since 1970.
  func append(_ lines: [OutputLine], arrival: UInt32) {
    let size = lines.reduce(0) { $0 + $1.text.utf8.count + MemoryLayout<OutputLine>.stride }
    condition.lock()
    if lines.contains(where: \.kind.isRunStart) { hasTold = false }
    while !hasRoom(for: size), patienceLeft > .zero { _ = condition.wait(atMost: patienceLeft) }
    guard hasRoom(for: size) else {
      missingCount += lines.count
      defer { hasTold = true }
      let remark = hasTold ? nil : "log \(name): it takes no more lines; the run goes on without it"
      condition.unlock()
      if let remark { onRemark(remark) }
      return
    }
    addRemarkOfMissingLines(arrival)
    add(Batch(lines: lines, arrival: arrival, byteCount: size))
    condition.unlock()
  }

  /// Returns when the lines that were added before are written, but no later than a disk that hangs is waited
  /// for.
  func flush() async {
    await withCheckedContinuation { continuation in
      condition.lock()
      defer { condition.unlock() }
      if addedCount == writtenCount || patienceLeft <= .zero { return continuation.resume() }
      waiterCount += 1
      let key = waiterCount
      waiters[key] = Waiter(end: addedCount, continuation: continuation)
      let limit = DispatchTimeInterval.nanoseconds(Int(patience / .nanoseconds(1)))
      SharedTimers.queue.asyncAfter(deadline: .now() + limit) { [self] in
        condition.withLock { waiters.removeValue(forKey: key) }?.continuation.resume()
      }
    }
  }

  /// Whether it has a thread.
  var isWorking: Bool { condition.withLock { hasThread } }

  // MARK: Under the lock

  private var patienceLeft: Duration { patience - lastProgress.duration(to: .now) }

  private func hasRoom(for size: Int) -> Bool { batches.isEmpty || byteCount + size <= byteLimit }

  private func add(_ batch: Batch) {
    if addedCount == writtenCount { lastProgress = .now }
    batches.append(batch)
    byteCount += batch.byteCount
    addedCount += 1
    condition.broadcast()
    if !hasThread { startThread() }
  }

  private func addRemarkOfMissingLines(_ arrival: UInt32) {
    if missingCount == 0 { return }
    let remark = OutputLine.note("\(missingCount) lines are missing here: the file did not take them in time")
    missingCount = 0
    add(Batch(lines: [remark], arrival: arrival, byteCount: 0))
  }

  // MARK: On the thread

  private func startThread() {
    let thread: Void? = try? DedicatedThread.start("signalbox.log") { [self] in
      while let batch = nextBatch() {
        let remark = write(batch.lines, batch.arrival)
        if let remark { onRemark(remark) }
        finish(batch)
      }
    }
    // Without a thread the lines wait, and the next ones try again.
    hasThread = thread != nil
  }

  /// The next lines, which stay in the queue until they are written; nil if there is nothing to do.
  private func nextBatch() -> Batch? {
    condition.lock()
    defer { condition.unlock() }
    let end = ContinuousClock.now + patience
    while batches.isEmpty, condition.wait(atMost: ContinuousClock.now.duration(to: end)) {}
    if batches.isEmpty { hasThread = false }
    return batches.first
  }

  private func finish(_ batch: Batch) {
    condition.lock()
    batches.removeFirst()
    byteCount -= batch.byteCount
    writtenCount += 1
    lastProgress = .now
    if batches.isEmpty { addRemarkOfMissingLines(batch.arrival) }
    let ended = waiters.filter { $0.value.end <= writtenCount }
    for key in ended.keys { waiters.removeValue(forKey: key) }
    condition.broadcast()
    condition.unlock()
    for waiter in ended.values { waiter.continuation.resume() }
  }
}
