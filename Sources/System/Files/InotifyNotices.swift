#if os(Linux)
internal import Glibc
internal import Processes

/// Receives the kernel's notices about changes along the path to a file, on the main queue.
@MainActor
final class Notices {
  private let onNotice: () -> Void
  private let inotify: InotifyDescriptor
  /// The relevant names for each watch on a directory; nil for the watch on the file itself.
  private var watches: [Int32: Set<String>?] = [:]

  /// - Throws: ``FileWatch/Refusal`` if the user has no inotify instances or descriptors left.
  init(_ onNotice: @escaping @MainActor () -> Void) throws(FileWatch.Refusal) {
    self.onNotice = onNotice
    inotify = try InotifyDescriptor()
    inotify.start { [weak self] in self?.deliver() }
  }

  func close() { inotify.close() }

  /// Replaces the watches by those for this trail. Returns false if a part of the trail no longer exists.
  func follow(_ trail: PathTrail) -> Bool {
    let earlier = Set(watches.keys)
    var isComplete = true
    watches = [:]
    for (directory, names) in trail.names {
      guard let watch = inotify.watch(directory, Self.directoryEvents, &isComplete) else { continue }
      watches[watch] = ((watches[watch] ?? nil) ?? []).union(names)
    }
    if let file = trail.file, let watch = inotify.watch(file, Self.fileEvents, &isComplete) {
      watches.updateValue(nil, forKey: watch)
    }
    for watch in earlier.subtracting(watches.keys) { inotify.remove(watch) }
    return isComplete
  }

  /// Modifications inside a directory are not included, because other files there may be written all the
  /// time.
  private static let directoryEvents =
    IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
  private static let fileEvents = IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF

  private func deliver() {
    if inotify.readEvents().contains(where: isRelevant) { onNotice() }
  }

  private func isRelevant(_ event: InotifyEvent) -> Bool {
    if event.watch < 0 { return true }
    guard let names = watches[event.watch] else { return false }
    guard let names, let name = event.name else { return true }
    return names.contains(name)
  }
}

/// An inotify instance. It is closed when it is deallocated.
private final class InotifyDescriptor {
  private let descriptor: Int32
  private var source: DescriptorSource?

  init() throws(FileWatch.Refusal) {
    guard DescriptorSource.isAvailable else { throw FileWatch.Refusal(code: EMFILE) }
    descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard descriptor >= 0 else { throw FileWatch.Refusal(code: errno) }
  }

  deinit { close() }

  /// Begins to call a handler on the main actor while there are events.
  func start(_ handler: @escaping @MainActor @Sendable () -> Void) {
    source = DescriptorSource(.readable, descriptor, handler: handler) { [descriptor] in
      _ = Glibc.close(descriptor)
    }
    source?.setOn(true)
  }

  /// Ends the calls at once, and closes the descriptor soon.
  func close() { source = nil }

  /// Adds a watch. Returns its descriptor, or nil if the path cannot be watched. If the path does not exist,
  /// sets `exists` to false.
  func watch(_ path: String, _ events: Int32, _ exists: inout Bool) -> Int32? {
    let watch = inotify_add_watch(descriptor, path, UInt32(bitPattern: events))
    if watch < 0 && (errno == ENOENT || errno == ENOTDIR) { exists = false }
    return watch < 0 ? nil : watch
  }

  func remove(_ watch: Int32) { _ = inotify_rm_watch(descriptor, watch) }

  func readEvents() -> [InotifyEvent] {
    withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: MemoryLayout<inotify_event>.alignment) {
      var events: [InotifyEvent] = []
      while true {
        let count = read(descriptor, $0.baseAddress, $0.count)
        guard count > 0 else { return events }
        events += InotifyEvent.all(in: UnsafeRawBufferPointer(rebasing: $0[..<count]))
      }
    }
  }
}
#endif
