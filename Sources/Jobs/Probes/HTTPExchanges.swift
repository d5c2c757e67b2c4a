internal import Foundation
internal import SignalboxCore

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// The requests of a session that have not ended: hands each event to its own.
///
/// A task can have a delegate of its own, but on Linux that hears nothing of a data task.
final class HTTPExchanges: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private let lock = Lock()
  private var exchanges: [Int: HTTPExchange] = [:]

  /// Sees to it that the exchange hears of the task, until that has ended. To be called before it is resumed.
  func add(_ exchange: HTTPExchange, for task: URLSessionTask) {
    lock.withLock { exchanges[task.taskIdentifier] = exchange }
  }

  private func exchange(of task: URLSessionTask) -> HTTPExchange? {
    lock.withLock { exchanges[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
  ) {
    let isFollowed = exchange(of: task)?.follows(response.statusCode) ?? false
    completionHandler(isFollowed ? request : nil)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    exchange(of: dataTask)?.begin((response as? HTTPURLResponse)?.statusCode ?? 0)
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    if exchange(of: dataTask)?.receive(data) == false { dataTask.cancel() }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    lock.withLock { exchanges.removeValue(forKey: task.taskIdentifier) }?.end(error)
  }
}
