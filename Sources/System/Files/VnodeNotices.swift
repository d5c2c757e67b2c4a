#if canImport(Darwin)
internal import Darwin
internal import Dispatch

/// Receives the kernel's notices about changes along the path to a file, on the main queue.
///
/// The kernel does not report which name in a directory has changed, so there are spurious notices.
@MainActor
final class Notices {
  private let onNotice: @MainActor () -> Void
  private var sources: [VnodeSource] = []

  init(_ onNotice: @escaping @MainActor () -> Void) throws(FileWatch.Refusal) {
    self.onNotice = onNotice
  }

  func close() { sources = [] }

  /// Replaces the sources by those for this trail. Returns false if a part of the trail no longer exists.
  func follow(_ trail: PathTrail) -> Bool {
    var isComplete = true
    // The new sources are created before the old ones are cancelled.
    sources = (Array(trail.names.keys) + [trail.file].compactMap(\.self)).compactMap { path in
      let descriptor = open(path, O_EVTONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        if errno == ENOENT || errno == ENOTDIR { isComplete = false }
        return nil
      }
      return VnodeSource(descriptor) { [weak self] in
        MainActor.assumeIsolated { self?.onNotice() }
      }
    }
    return isComplete
  }
}

/// Events of one file or directory. The source is cancelled when it is deallocated.
private final class VnodeSource {
  private let source: any DispatchSourceFileSystemObject

  init(_ descriptor: Int32, _ handler: @escaping @Sendable () -> Void) {
    source = DispatchSource.makeFileSystemObjectSource(
      fileDescriptor: descriptor, eventMask: [.write, .extend, .attrib, .delete, .rename, .revoke],
      queue: .main)
    source.setEventHandler(handler: handler)
    source.setCancelHandler { @Sendable in _ = Darwin.close(descriptor) }
    source.activate()
  }

  deinit { source.cancel() }
}
#endif
