import CProcess

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A thread for work that blocks, which tasks and main queues must not do.
package enum DedicatedThread {
  /// Runs the closure on a new thread, which ends with the closure.
  /// - Parameters:
  ///   - name: The name in debuggers. Linux shows 15 bytes of it.
  ///   - stackSize: In bytes, a multiple of the page size.
  ///   - takesSignals: Whether handlers of signals may run on it, and signals such as SIGPIPE be sent to it.
  /// - Throws: The error of `pthread_create`, such as too many threads. The closure is released then.
  package static func start(
    _ name: String, stackSize: Int = 512 * 1024, takesSignals: Bool = true,
    _ body: @escaping @Sendable () -> Void
  ) throws(SystemCallError) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackSize)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let work = Unmanaged.passRetained(Work(name, takesSignals, body))
    #if canImport(Darwin)
    var thread: pthread_t?
    let code = pthread_create(&thread, &attributes, { Work.run($0) }, work.toOpaque())
    #else
    var thread = pthread_t()
    let code = pthread_create(&thread, &attributes, { Work.run($0!) }, work.toOpaque())
    #endif
    guard code == 0 else {
      work.release()
      throw SystemCallError("pthread_create", code)
    }
  }

  private final class Work: Sendable {
    private let name: String
    private let takesSignals: Bool
    private let body: @Sendable () -> Void

    init(_ name: String, _ takesSignals: Bool, _ body: @escaping @Sendable () -> Void) {
      self.name = name
      self.takesSignals = takesSignals
      self.body = body
    }

    static func run(_ pointer: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
      let work = Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue()
      thread_set_name(work.name)
      if !work.takesSignals { SignalMask.blockAll() }
      work.body()
      return nil
    }
  }
}
