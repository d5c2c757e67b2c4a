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
final class OpenSubscriptions {
  private let subscription: any ActivityRegistering
  private let outer: OpenSubscriptions?

  private init(_ subscription: any ActivityRegistering, outer: OpenSubscriptions?) {
    self.subscription = subscription
    self.outer = outer
  }

  /// Runs `subscribe` with `subscription` open, and registers its activity afterwards.
  static func open(_ subscription: any ActivityRegistering, while subscribe: () -> Void) {
    let outer = pthread_getspecific(key)
    let frame = OpenSubscriptions(
      subscription,
      outer: outer.map { Unmanaged<OpenSubscriptions>.fromOpaque($0).takeUnretainedValue() })
    withExtendedLifetime(frame) {
      pthread_setspecific(key, Unmanaged.passUnretained(frame).toOpaque())
      subscribe()
      pthread_setspecific(key, outer)
    }
    subscription.register()
  }

  /// Registers `subscription`, which has received an event. If it is open on this thread, registers all open
  /// subscriptions.
  static func registerAll(with subscription: any ActivityRegistering) {
    let top = pthread_getspecific(key).map {
      Unmanaged<OpenSubscriptions>.fromOpaque($0).takeUnretainedValue()
    }
    var isOpen = false
    var frame = top
    while let open = frame {
      if open.subscription === subscription { isOpen = true }
      frame = open.outer
    }
    guard isOpen else { return subscription.register() }
    frame = top
    while let open = frame {
      open.subscription.register()
      frame = open.outer
    }
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()
}
