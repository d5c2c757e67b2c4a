internal import CProcess

/// A thread that no signal interrupts.
package enum DetachedThread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread, which ends with the block. Returns 0, or the value of `errno`.
  /// - Parameter name: At most 15 characters, for debuggers and `top`.
  package static func start(_ name: StaticString, _ block: @escaping @Sendable () -> Void) -> Int32 {
    let body = Unmanaged.passRetained(Body(block))
    let code = name.withUTF8Buffer { name in
      // A literal ends with a zero.
      name.withMemoryRebound(to: CChar.self) { name in
        thread_start(
          name.baseAddress, 512 * 1024,
          { context in
            if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
          }, body.toOpaque())
      }
    }
    if code != 0 { body.release() }
    return code
  }
}
