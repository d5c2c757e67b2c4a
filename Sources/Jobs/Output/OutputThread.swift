import Foundation
import SignalboxCore

#if canImport(System)
import System
#else
import SystemPackage
#endif

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The one thread that reads the output of all commands; it sleeps in `poll` while there is nothing to do.
///
/// The pauses of all readers end together, so hundreds of talkative commands cost 30 wake-ups a second. Reading takes
/// a quarter of a processor at most: when lines have to be looked at one by one, and there are too many of them, the
/// commands wait. Readers that do not pause are not limited. It uses `poll` and no Dispatch source, because on Linux a read source that is suspended while its pipe hangs up misses
/// the end of it, or crashes.
final class OutputThread: @unchecked Sendable {
  /// The thread, started by the first command; nil when there was no descriptor left for it.
  static let shared = try? OutputThread()

  private let lock = Lock()
  private var blocks: [@Sendable () -> Void] = []
  private let wakeUp: (readEnd: FileDescriptor, writeEnd: FileDescriptor)
  /// Touched on the thread only, like the next.
  private var readers: [OutputReader] = []
  private var watches: [Watch] = []
  private var buffer = UnsafeMutableRawBufferPointer.allocate(
    byteCount: OutputPipe.usualCapacity, alignment: 64)

  /// Somebody who waits for a descriptor.
  private struct Watch {
    let descriptor: FileDescriptor
    let events: Int16
    let continuation: CheckedContinuation<Void, Never>
    /// Tells it from others; nil when it cannot be called off.
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

  private final class WatchKey: @unchecked Sendable {
    /// Touched on the thread only.
    var isCalledOff = false
  }

  private init() throws {
    wakeUp = try FileDescriptor.outputPipe()
    let thread = Thread { [self] in
      while true { turn() }
    }
    thread.name = "signalbox.output"
    thread.stackSize = 512 * 1024
    thread.start()
  }

  /// Runs the block on the thread, soon, after those that came before it.
  func perform(_ block: @escaping @Sendable () -> Void) {
    let isFirst = lock.withLock {
      blocks.append(block)
      return blocks.count == 1
    }
    if isFirst { _ = try? wakeUp.writeEnd.writeAll(CollectionOfOne(0)) }
  }

  /// Reads with this reader until its end. On the thread only.
  func add(_ reader: OutputReader) {
    readers.append(reader)
  }

  /// Waits until the descriptor can be read, without reading it; from any task, also a cancelled one.
  func waitUntilReadable(_ descriptor: FileDescriptor) async {
    await withCheckedContinuation { continuation in
      perform { self.add(Watch(descriptor, POLLIN, continuation)) }
    }
  }

  /// Waits until the descriptor can be written, or a connection on it has come about or failed. It ends early when
  /// the task is cancelled; the thread has forgotten the descriptor then.
  func waitUntilWritable(_ descriptor: FileDescriptor) async {
    let key = WatchKey()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        perform { self.add(Watch(descriptor, POLLOUT, continuation, key: key)) }
      }
    } onCancel: {
      perform { self.callOff(key) }
    }
  }

  /// Where readers read to, one after the other. On the thread only.
  func buffer(ofAtLeast count: Int) -> UnsafeMutableRawBufferPointer {
    if buffer.count < count {
      buffer.deallocate()
      buffer = .allocate(byteCount: count, alignment: 64)
    }
    return buffer
  }

  private func add(_ watch: Watch) {
    // The call to end it may have come first.
    if watch.key?.isCalledOff == true { return watch.continuation.resume() }
    watches.append(watch)
  }

  private func callOff(_ key: WatchKey) {
    key.isCalledOff = true
    for index in watches.indices.reversed() where watches[index].key === key {
      watches.remove(at: index).continuation.resume()
    }
  }

  /// Waits until something can be read or is due, and does it.
  private func turn() {
    let due = readers.lazy.compactMap { $0.due }.min()
    let wait = due.map { Int32(clamping: max(0, $0 - Self.now)) } ?? -1
    let awake = readers.compactMap { reader in reader.events.map { (reader: reader, events: $0) } }
    let watches = watches
    var polled =
      [pollfd(wakeUp.readEnd)] + watches.map { pollfd($0.descriptor, $0.events) }
      + awake.map { pollfd($0.reader.descriptor, Int16($0.events)) }
    poll(&polled, nfds_t(polled.count), wait)

    let now = Self.now
    let ready = polled.map { $0.revents != 0 }
    for (one, isReady) in zip(awake, ready.suffix(awake.count)) where isReady {
      if one.events == 0 { one.reader.hangUp() } else { one.reader.readAvailable(at: now) }
    }
    let end = Self.now
    if end > now {
      for one in awake { one.reader.extendPause(to: end + 3 * (end - now)) }
    }
    for reader in readers { reader.expire(at: now) }
    for (index, watch) in watches.enumerated().reversed() where ready[1 + index] {
      watch.continuation.resume()
      self.watches.remove(at: index)
    }
    if ready[0] { performBlocks() }
    // Last, since a block may end a reader: another pipe can have the number of its descriptor already.
    readers.removeAll { $0.hasEnded }
  }

  private func performBlocks() {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { _ = try? wakeUp.readEnd.read(into: $0) }
    let taken = lock.withLock {
      defer { blocks = [] }
      return blocks
    }
    for block in taken { block() }
  }

  /// Milliseconds on a clock that is never set.
  static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }
}

extension pollfd {
  fileprivate init(_ descriptor: FileDescriptor, _ events: Int16 = Int16(POLLIN)) {
    self.init(fd: descriptor.rawValue, events: events, revents: 0)
  }
}
