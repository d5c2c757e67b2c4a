internal import SignalboxCore

/// The thread of requests, which the first request creates, and with it loads libcurl. A failure is not
/// stored: somebody may install the library meanwhile.
package final class TransferSource: Sendable {
  private let names: [String]
  private let made = Locked<TransferThread?>(nil)

  /// - Parameter libraries: The names or paths of libcurl, tried one after the other.
  package init(libraries: [String] = CurlLibrary.usualNames) { names = libraries }

  /// Whether requests are open, for which there is a thread.
  package var isBusy: Bool { made.withLock { $0?.isRunning ?? false } }

  package var thread: TransferThread {
    get throws(NetworkFailure) {
      try made.withLock { made throws(NetworkFailure) in
        if let made { return made }
        let thread = try TransferThread(CurlLibrary(names: names))
        made = thread
        return thread
      }
    }
  }
}
