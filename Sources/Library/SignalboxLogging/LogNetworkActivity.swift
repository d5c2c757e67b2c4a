#if Logging
public import Logging
public import SignalboxCore

extension NetworkActivityIndicator {
  /// Logs each change of the number of requests in progress, and when the indicator is shown or hidden.
  ///
  /// ```swift
  /// let network = NetworkActivityIndicator()
  /// network.log(as: "network", to: logger)
  /// ```
  ///
  /// The metadata `indicator` is the name, and `requests` the number of requests in progress. The logger is
  /// called on the threads that change the indicator, in order, and without locks. The indicator is not
  /// retained.
  ///
  /// - Parameters:
  ///   - name: The name of the indicator.
  ///   - logger: Receives the messages.
  ///   - requests: The level of messages about the number of requests; nil for none.
  ///   - visibility: The level of messages about visibility; nil for none.
  ///   - owner: No message begins after its release; nil logs as long as the indicator exists.
  public func log(
    as name: String, to logger: Logger, requests: Logger.Level? = .trace,
    visibility: Logger.Level? = .debug, owner: AnyObject? = nil
  ) {
    let object: Logger.Metadata = ["indicator": "\(name)"]
    activeRequestCount.monitor(owner: owner) { count in
      logger.log(requests, "Network requests changed", object, ["requests": "\(count)"])
    }
    isVisible.monitor(owner: owner) { isVisible in
      logger.log(visibility, isVisible ? "Network indicator shown" : "Network indicator hidden", object)
    }
  }
}
#endif
