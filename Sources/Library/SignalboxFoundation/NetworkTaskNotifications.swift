public import Foundation
public import SignalboxCore

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension Notification.Name {
  /// The task that is the notification's object was resumed. The names and their meanings are those of
  /// Alamofire.
  public static let networkTaskDidResume = Notification.Name("signalbox.networkTaskDidResume")
  /// The task that is the notification's object was suspended.
  public static let networkTaskDidSuspend = Notification.Name("signalbox.networkTaskDidSuspend")
  /// The task that is the notification's object has completed, failed or was cancelled.
  public static let networkTaskDidComplete = Notification.Name("signalbox.networkTaskDidComplete")
}

extension URLSessionTask {
  /// Resumes the task and posts `networkTaskDidResume`, so that indicators which observe `center` count it.
  ///
  /// A ``NetworkTaskDelegate`` of the session posts the end of the task. Tasks with a completion handler and
  /// async calls do not call a delegate; use `track(isolation:operation:)` of the
  /// indicator for them.
  public func resume(reportingTo center: NotificationCenter) {
    center.post(name: .networkTaskDidResume, object: self)
    resume()
  }
}

/// A session delegate that posts the end of each task, for tasks that were resumed with
/// `resume(reportingTo:)`.
///
/// Use it as the delegate of the session, or call ``urlSession(_:task:didCompleteWithError:)`` from your own
/// delegate.
public final class NetworkTaskDelegate: NSObject, URLSessionTaskDelegate {
  private let center: UncheckedSendable<NotificationCenter>

  /// Creates a delegate that posts to `center`.
  public init(reportingTo center: NotificationCenter = .default) {
    self.center = UncheckedSendable(center)
  }

  /// Posts `networkTaskDidComplete` for the task, on the queue of the session's delegate.
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    center.value.post(name: .networkTaskDidComplete, object: task)
  }
}

extension NetworkActivityIndicator {
  /// Counts the tasks whose notifications are posted to a center, as long as the indicator exists.
  ///
  /// ```swift
  /// NetworkActivityIndicator.shared.observeTasks()
  /// ```
  ///
  /// - Parameter center: Where `networkTaskDidResume` and the other notifications are posted. A task counts
  ///   once, also if several centers that the indicator observes post its notifications.
  public func observeTasks(of center: NotificationCenter = .default) {
    retain(NetworkTaskObservation(center, self))
  }
}

/// Observes the notifications of tasks for an indicator, until it is released.
private final class NetworkTaskObservation: Sendable {
  private let center: UncheckedSendable<NotificationCenter>
  private let tokens: UncheckedSendable<[any NSObjectProtocol]>

  init(_ center: NotificationCenter, _ indicator: NetworkActivityIndicator) {
    self.center = UncheckedSendable(center)
    tokens = UncheckedSendable([
      Self.observe(.networkTaskDidResume, center) { [weak indicator] in indicator?.taskDidStart($0) },
      Self.observe(.networkTaskDidSuspend, center) { [weak indicator] in indicator?.taskDidStop($0) },
      Self.observe(.networkTaskDidComplete, center) { [weak indicator] in indicator?.taskDidStop($0) },
    ])
  }

  deinit {
    for token in tokens.value { center.value.removeObserver(token) }
  }

  private static func observe(
    _ name: Notification.Name, _ center: NotificationCenter,
    _ body: @escaping @Sendable (ObjectIdentifier) -> Void
  ) -> any NSObjectProtocol {
    center.addObserver(forName: name, object: nil, queue: nil) { notification in
      if let task = notification.object as? URLSessionTask { body(ObjectIdentifier(task)) }
    }
  }
}
