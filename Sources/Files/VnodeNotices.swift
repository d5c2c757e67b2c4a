#if canImport(Darwin)
internal import Darwin
internal import Dispatch

/// Hears from the kernel of changes on the way to a file, on the main queue.
///
/// The kernel does not say which name in a directory it means, so there are notices without a cause.
@MainActor
final class Notices {
  private let onNotice: @MainActor () -> Void
  private var sources: [VnodeSource] = []

  init(_ onNotice: @escaping @MainActor () -> Void) throws(FileWatch.Refusal) {
    self.onNotice = onNotice
  }

  func close() { sources = [] }

  /// From now on hears of changes along this trail and no other. False when a part of it has gone already.
  func follow(_ trail: PathTrail) -> Bool {
    var isWhole = true
    // The new ones are there before the old ones go.
    sources = (Array(trail.names.keys) + [trail.file].compactMap(\.self)).compactMap { path in
      let descriptor = open(path, O_EVTONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        if errno == ENOENT || errno == ENOTDIR { isWhole = false }
        return nil
      }
      return VnodeSource(descriptor) { [weak self] in
        MainActor.assumeIsolated { self?.onNotice() }
      }
    }
    return isWhole
  }
}

/// What happens to one file or directory, until nobody wants to know any more.
private final class VnodeSource: @unchecked Sendable {
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
