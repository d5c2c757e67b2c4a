internal import CSocket
internal import Processes

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Unix stream sockets that do not block.
enum UnixSocket {
  /// The descriptor of a listener at a path, ready for connections before its path exists: it is bound to a
  /// temporary path and renamed.
  ///
  /// Only the holder of the lock may call this, because it replaces the socket that is there.
  static func listen(_ path: String) throws(RendezvousError) -> Int32 {
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFSOCK || status.st_uid != geteuid() {
      throw .unusable(path: path, reason: "it is not a socket of this user; remove it")
    }
    guard let descriptor = open() else { throw .refused(path) }
    let temporary = temporaryPath(path)
    unlink(temporary)
    // The directory admits no other user, so none can connect before the permissions are set.
    guard socket_bind(descriptor, temporary) == 0, chmod(temporary, 0o600) == 0,
      startListening(descriptor) == 0, rename(temporary, path) == 0
    else {
      let refusal = RendezvousError.refused(path)
      unlink(temporary)
      Descriptor.close(descriptor)
      throw refusal
    }
    return descriptor
  }

  /// The result of connecting.
  enum Connecting {
    case connected(OwnedDescriptor)
    /// No process listens there.
    case absent
    /// A process listens there, and does not accept connections fast enough.
    case busy
    case refused(RendezvousError)
  }

  static func connect(_ path: String) -> Connecting {
    guard let descriptor = open() else { return .refused(.refused(path)) }
    let socket = OwnedDescriptor(descriptor)
    while true {
      if socket_connect(descriptor, path) == 0 { return .connected(socket) }
      switch errno {
      case EINTR: continue
      case EAGAIN, EINPROGRESS: return .busy
      case ENOENT, ENOTDIR, ECONNREFUSED, ECONNRESET: return .absent
      default: return .refused(.refused(path))
      }
    }
  }

  /// A new socket that can be waited for; nil, with `errno`, if no descriptor is left.
  private static func open() -> Int32? {
    guard DescriptorSource.isAvailable else {
      errno = EMFILE
      return nil
    }
    let descriptor = socket_open()
    return descriptor < 0 ? nil : descriptor
  }

  static func fits(_ path: String) -> Bool { path.utf8.count <= socket_path_limit() }

  /// Where a socket is bound before it gets its path.
  static func temporaryPath(_ path: String) -> String { path + ".new" }

  private static func startListening(_ descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
    Darwin.listen(descriptor, SOMAXCONN)
    #else
    Glibc.listen(descriptor, SOMAXCONN)
    #endif
  }
}
