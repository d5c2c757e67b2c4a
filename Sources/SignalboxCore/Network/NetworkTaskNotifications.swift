public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension Notification.Name {
  /// A task, the notification's object, has begun or goes on. The names and what they mean are Alamofire's.
  public static let networkTaskDidResume = Notification.Name("signalbox.networkTaskDidResume")
  /// A task, the notification's object, pauses.
  public static let networkTaskDidSuspend = Notification.Name("signalbox.networkTaskDidSuspend")
  /// A task, the notification's object, has ended, however it did.
  public static let networkTaskDidComplete = Notification.Name("signalbox.networkTaskDidComplete")
}

extension URLSessionTask {
  /// Resumes the task and posts `networkTaskDidResume`, so that indicators which observe
  /// `center` count it.
  ///
  /// Its end is posted by a ``NetworkTaskDelegate`` of its session. For tasks with a completion handler and for async
  /// calls, which reach no delegate, there is ``NetworkActivityIndicator/track(isolation:operation:)``.
  public func resume(reportingTo center: NotificationCenter) {
    center.post(name: .networkTaskDidResume, object: self)
    resume()
  }
}

/// A session's delegate that posts the end of each task, for tasks that were begun with
/// `resume(reportingTo:)`.
///
/// Make it the delegate of the session, or call ``urlSession(_:task:didCompleteWithError:)`` from your own.
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

/// What connects an indicator to the notifications of tasks, for as long as it lives.
final class NetworkTaskObservation: @unchecked Sendable {
  private let center: NotificationCenter
  private var tokens: [any NSObjectProtocol] = []

  init(_ center: NotificationCenter, _ store: NetworkActivityStore) {
    self.center = center
    observe(.networkTaskDidResume) { [weak store] id in store?.change { $0.start(id, now: $1) } }
    observe(.networkTaskDidSuspend) { [weak store] id in store?.change { $0.stop(id, now: $1) } }
    observe(.networkTaskDidComplete) { [weak store] id in store?.change { $0.stop(id, now: $1) } }
  }

  deinit {
    for token in tokens { center.removeObserver(token) }
  }

  private func observe(_ name: Notification.Name, _ body: @escaping @Sendable (RequestID) -> Void) {
    tokens.append(
      center.addObserver(forName: name, object: nil, queue: nil) { notification in
        if let task = notification.object as? URLSessionTask { body(.task(ObjectIdentifier(task))) }
      })
  }
}
