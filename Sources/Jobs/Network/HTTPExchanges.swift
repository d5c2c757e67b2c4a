internal import Foundation
internal import SignalboxCore

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// The open requests of a session: passes each event to its exchange.
///
/// A task can have its own delegate, but on Linux that receives no events of data tasks.
final class HTTPExchanges: NSObject, URLSessionDataDelegate, Sendable {
  private let exchanges = Locked<[Int: HTTPExchange]>([:])

  /// Passes the events of the task to the exchange until the task has ended. Call this before the task is
  /// resumed.
  func add(_ exchange: HTTPExchange, for task: URLSessionTask) {
    exchanges.withLock { $0[task.taskIdentifier] = exchange }
  }

  private func exchange(of task: URLSessionTask) -> HTTPExchange? {
    exchanges.withLock { $0[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
  ) {
    let exchange = exchange(of: task)
    let isFollowed = exchange?.follows(response.statusCode) ?? false
    // On Linux the new request has the scheme and the host of the old one when the scheme is not HTTP.
    let address = response.value(forHTTPHeaderField: "Location").flatMap { URL(string: $0) }
    if isFollowed, let scheme = address?.scheme?.lowercased(), !["http", "https"].contains(scheme) {
      exchange?.refuseRedirect(to: scheme)
      return completionHandler(nil)
    }
    completionHandler(isFollowed ? request : nil)
  }

  /// Answers no authentication challenge: the status that carries it is the answer.
  ///
  /// Apple's platforms also ask whether to trust a server; the default handling verifies its certificate.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    #if canImport(Darwin)
    let isTrust = challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust
    completionHandler(isTrust ? .performDefaultHandling : .rejectProtectionSpace, nil)
    #else
    // The challenge comes after the complete answer. The default handling has no credential and never ends
    // the task. Refusing ends the task as cancelled, after its exchange has ended.
    exchange(of: task)?.end(nil)
    completionHandler(.cancelAuthenticationChallenge, nil)
    #endif
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
    exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }?.end(error)
  }
}
