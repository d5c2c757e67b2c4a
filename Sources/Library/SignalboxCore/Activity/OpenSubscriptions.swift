#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A tracked subscription that registers its activity once.
protocol ActivityRegistering: AnyObject {
  func register()
}

/// The tracked publishers whose subscription is in progress on a thread, innermost first.
///
/// `a.trackActivity(1).flatMap { b }.trackActivity(2)` must register 1 before 2. But Combine's `flatMap`
/// passes its subscription down before it subscribes upstream, so no callback comes in that order. The calls
/// are nested in that order: the innermost returns first. An activity therefore registers when its own call
/// returns. If a first event comes before that, it registers together with all open subscriptions of the
/// thread.
///
/// Each is on the stack of its call, and the thread refers to the innermost one.
struct OpenSubscriptions {
  private let subscription: any ActivityRegistering
  private let outer: UnsafeMutablePointer<OpenSubscriptions>?

  /// Runs `subscribe` with `subscription` open, and registers its activity afterwards.
  static func open(_ subscription: any ActivityRegistering, while subscribe: () -> Void) {
    let outer = innermost
    var frame = OpenSubscriptions(subscription: subscription, outer: outer)
    withUnsafeMutablePointer(to: &frame) { frame in
      pthread_setspecific(key, frame)
      subscribe()
      pthread_setspecific(key, outer)
    }
    subscription.register()
  }

  /// Registers `subscription`, which has received an event. If it is open on this thread, registers all open
  /// subscriptions.
  static func registerAll(with subscription: any ActivityRegistering) {
    var isOpen = false
    var frame = innermost
    while let open = frame {
      if open.pointee.subscription === subscription { isOpen = true }
      frame = open.pointee.outer
    }
    guard isOpen else { return subscription.register() }
    frame = innermost
    while let open = frame {
      open.pointee.subscription.register()
      frame = open.pointee.outer
    }
  }

  private static var innermost: UnsafeMutablePointer<OpenSubscriptions>? {
    pthread_getspecific(key)?.assumingMemoryBound(to: OpenSubscriptions.self)
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()
}
