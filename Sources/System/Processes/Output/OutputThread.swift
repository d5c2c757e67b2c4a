import CProcess
import Synchronization

#if canImport(System)
package import System
#else
package import SystemPackage
#endif

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The one thread that reads the output of all commands and detects their end; it sleeps in `poll` while
/// there is nothing to do.
///
/// The pauses of all readers end together, so hundreds of commands that print a lot cost 30 wake-ups a
/// second. Reading takes a quarter of a processor at most: when there are more lines than can be decoded in
/// that time, the commands wait. Readers that do not pause are not limited.
///
/// It uses `poll` and no Dispatch source, because on Linux a read source that is suspended while its pipe
/// hangs up misses the hang-up, or crashes.
///
/// `@unchecked Sendable`: the mutable properties are used on the thread only, to which others pass blocks.
package final class OutputThread: @unchecked Sendable {
  /// The thread, started by the first use; nil if no descriptor is left for it now. A later use may succeed.
  package static var shared: OutputThread? { started.value }
  private static let started = FirstSuccess { try OutputThread() }

  /// The thread.
  /// - Throws: Why it cannot be started now.
  static func get() throws(SpawnError) -> OutputThread {
    do {
      return try started.get()
    } catch {
      // The system refuses a thread with this error, and a pipe with others.
      let code = (error as? SystemCallError)?.code ?? EMFILE
      throw SpawnError(code == EAGAIN ? .process : .descriptors, Errno(rawValue: code))
    }
  }

  private let blocks = Mutex<[@Sendable () -> Void]>([])
  private let wakeUp: SelfPipe
  private var readers: [OutputReader] = []
  private var watches: [Watch] = []
  private var exits = ExitWatches()
  private var buffer = UnsafeMutableRawBufferPointer.allocate(
    byteCount: OutputPipe.usualCapacity, alignment: 64)

  /// A task that waits for a descriptor.
  private struct Watch {
    let descriptor: FileDescriptor
    let events: Int16
    let continuation: CheckedContinuation<Void, Never>
    /// Identifies a watch that can be cancelled; nil for one that cannot.
    let key: WatchKey?

    init(
      _ descriptor: FileDescriptor, _ events: CInt, _ continuation: CheckedContinuation<Void, Never>,
      key: WatchKey? = nil
    ) {
      self.descriptor = descriptor
      self.events = Int16(events)
      self.continuation = continuation
      self.key = key
    }
  }

  /// Identifies a watch that can be cancelled.
  ///
  /// `@unchecked Sendable`: `isCancelled` is used on the thread only.
  private final class WatchKey: @unchecked Sendable {
    var isCancelled = false
  }

  private init() throws {
    wakeUp = try SelfPipe()
    // One signal reports the end of any number of children, and needs no descriptor for each. If the process
    // was started with SIGCHLD ignored, it would lose the exit codes of its children; the handler prevents
    // that, too.
    let former = SignalAction.current(of: SIGCHLD)
    SignalWriter.action(on: SIGCHLD, writingTo: wakeUp, flags: Int32(SA_NOCLDSTOP)).install(for: SIGCHLD)
    do {
      try startThread()
    } catch {
      former.install(for: SIGCHLD)
      wakeUp.close()
      throw error
    }
  }

  private func startThread() throws {
    try DedicatedThread.start("signalbox.output") { [self] in
      // A signal that all threads block never arrives.
      SignalMask.unblock(SIGCHLD)
      while true { turn() }
    }
  }

  /// Runs the block on the thread, after the blocks that were passed before it.
  func perform(_ block: @escaping @Sendable () -> Void) {
    let isFirst = blocks.withLock { blocks in
      blocks.append(block)
      return blocks.count == 1
    }
    if isFirst { wakeUp.write(0) }
  }

  /// Reads with this reader until its end. On the thread only.
  func add(_ reader: OutputReader) {
    readers.append(reader)
  }

  /// Waits until the program has ended, in a cancelled task too. It is not reaped.
  func waitForExit(of child: ChildProcess) async {
    await withCheckedContinuation { continuation in
      perform { self.exits.add(child, continuation) }
    }
  }

  /// Signals the program whose end is awaited, and its group; they are killed if the program has not ended
  /// after the grace period.
  func terminate(_ child: ChildProcess, by signal: Int32, gracePeriod: Duration) {
    child.terminate(
      by: signal, killingAt: MonotonicTime.now + Int(gracePeriod / .milliseconds(1)))
    // Wakes the thread, which sleeps until the earliest deadline that it knows.
    perform {}
  }

  /// Waits until the descriptor can be read, without reading it; from any task, also a cancelled one.
  func waitUntilReadable(_ descriptor: FileDescriptor) async {
    await withCheckedContinuation { continuation in
      perform { self.add(Watch(descriptor, POLLIN, continuation)) }
    }
  }

  /// Waits until the descriptor can be written, or a connection on it has succeeded or failed. It returns
  /// early when the task is cancelled; the thread no longer uses the descriptor then.
  package func waitUntilWritable(_ descriptor: FileDescriptor) async {
    let key = WatchKey()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        perform { self.add(Watch(descriptor, POLLOUT, continuation, key: key)) }
      }
    } onCancel: {
      perform { self.cancel(key) }
    }
  }

  /// The buffer that all readers read into, one after the other. On the thread only.
  func buffer(ofAtLeast count: Int) -> UnsafeMutableRawBufferPointer {
    if buffer.count < count {
      buffer.deallocate()
      buffer = .allocate(byteCount: count, alignment: 64)
    }
    return buffer
  }

  private func add(_ watch: Watch) {
    // The cancellation may have come first.
    if watch.key?.isCancelled == true { return watch.continuation.resume() }
    watches.append(watch)
  }

  private func cancel(_ key: WatchKey) {
    key.isCancelled = true
    for index in watches.indices.reversed() where watches[index].key === key {
      watches.remove(at: index).continuation.resume()
    }
  }

  /// Waits until something can be read or is due, and handles it.
  private func turn() {
    let due = [readers.lazy.compactMap { $0.due }.min(), exits.due.map { $0 * 1000 }].compactMap { $0 }.min()
    let wait = due.map { max(0, $0 - MonotonicTime.microseconds) }
    let awake = readers.compactMap { reader in reader.events.map { (reader: reader, events: $0) } }
    let watches = watches
    var polled =
      [pollfd(FileDescriptor(rawValue: wakeUp.readEnd))] + watches.map { pollfd($0.descriptor, $0.events) }
      + awake.map { pollfd($0.reader.descriptor, Int16($0.events)) }
    // A signal interrupts the wait; then nothing is ready.
    let count = descriptors_poll(&polled, polled.count, wait.map(Int64.init) ?? -1)

    let now = MonotonicTime.microseconds
    let workBefore = count > 0 ? MonotonicTime.ofThread : 0
    let ready = polled.map { count > 0 && $0.revents != 0 }
    for (one, isReady) in zip(awake, ready.suffix(awake.count)) where isReady {
      if one.events == 0 { one.reader.hangUp() } else { one.reader.readAvailable(at: now) }
    }
    if count > 0 {
      // Not the elapsed time: reading a terminal waits for the kernel to move what it holds.
      let work = MonotonicTime.ofThread - workBefore
      let end = MonotonicTime.microseconds + 3 * work
      for one in awake { one.reader.extendPause(to: end) }
    }
    for reader in readers { reader.expire(at: now) }
    exits.killOverdue(at: now / 1000)
    for (index, watch) in watches.enumerated().reversed() where ready[1 + index] {
      watch.continuation.resume()
      self.watches.remove(at: index)
    }
    if ready[0] { performBlocks() }
    // Last, since a block may end a reader: another pipe can have the number of its descriptor already.
    readers.removeAll { $0.hasEnded }
  }

  private func performBlocks() {
    if wakeUp.read().contains(UInt8(SIGCHLD)) { exits.resumeEnded() }
    let taken = blocks.withLock { blocks in
      defer { blocks = [] }
      return blocks
    }
    for block in taken { block() }
  }
}

extension pollfd {
  fileprivate init(_ descriptor: FileDescriptor, _ events: Int16 = Int16(POLLIN)) {
    self.init(fd: descriptor.rawValue, events: events, revents: 0)
  }
}
