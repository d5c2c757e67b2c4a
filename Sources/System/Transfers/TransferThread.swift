internal import CCurl
internal import Processes
internal import SignalboxCore

/// A thread that performs requests. It exists while there are any.
///
/// It is a thread of its own, and not the one that reads output: libcurl also reads certificates from disk
/// and encrypts where it is called, and commands must not wait for that. For the same reason it is not the
/// main one. It sleeps in libcurl until a socket is ready or a request comes or is cancelled; when there are
/// no more requests, nothing is left that could wake.
///
/// `@unchecked Sendable`: `open` is used on the thread only, of which there is one at a time.
package final class TransferThread: @unchecked Sendable {
  private struct Arrival {
    let request: HTTPRequest
    let exchange: any Exchange
  }

  private struct State {
    var arrivals: [Arrival] = []
    var hasCancelled = false
    var isRunning = false
  }

  /// A day: the thread is woken when there is something to do.
  private static let longWait: CInt = 24 * 60 * 60 * 1000

  private let library: CurlLibrary
  private let transfers: curl_transfers
  private let state = Locked(State())
  private var open: [curl_transfer: CurlTransfer] = [:]

  /// - Throws: ``NetworkFailure`` if the system has no memory or no descriptors for it.
  init(_ library: CurlLibrary) throws(NetworkFailure) {
    guard let transfers = curl_transfers_make(library.functions) else {
      throw .other("no memory or no descriptors are left for a request")
    }
    self.library = library
    self.transfers = transfers
  }

  deinit { curl_transfers_free(library.functions, transfers) }

  /// Whether there are requests.
  package var isRunning: Bool { state.withLock { $0.isRunning } }

  /// Sends a request, whose end the exchange learns.
  package func begin(_ request: HTTPRequest, of exchange: any Exchange) {
    let isFirst = state.withLock { state in
      state.arrivals.append(Arrival(request: request, exchange: exchange))
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if isFirst { start() } else { curl_transfers_wake(library.functions, transfers) }
  }

  /// Ends the requests whose exchanges are over.
  package func endCancelled() {
    let isRunning = state.withLock { state in
      state.hasCancelled = state.isRunning
      return state.isRunning
    }
    if isRunning { curl_transfers_wake(library.functions, transfers) }
  }

  private func start() {
    do throws(SystemCallError) {
      // A connection that its server has closed must not send SIGPIPE.
      return try DedicatedThread.start("signalbox.http", takesSignals: false) { self.run() }
    } catch {
      fail("no thread is left for a request: \(error)")
    }
  }

  private func fail(_ reason: String) {
    let arrivals = state.withLock { state in
      defer { state = State() }
      return state.arrivals
    }
    for arrival in arrivals { arrival.exchange.fail(NetworkFailure.other(reason)) }
  }

  // MARK: On the thread

  private func run() {
    while takeChanges() {
      let code = curl_transfers_perform(library.functions, transfers)
      var hasEnded = false
      while endNext() { hasEnded = true }
      // Without requests it must not wait, but end.
      if hasEnded || open.isEmpty { continue }
      guard code == 0, curl_transfers_wait(library.functions, transfers, Self.longWait) == 0 else {
        // Trying again could fail for ever without a pause.
        failAll(.other("libcurl cannot continue: no memory or no descriptors are left"))
        continue
      }
    }
  }

  /// Begins new requests and ends cancelled ones. Returns false if there is nothing to do; the thread must
  /// end then.
  private func takeChanges() -> Bool {
    let changes = state.withLock { state -> State? in
      if state.arrivals.isEmpty, open.isEmpty {
        state = State()
        return nil
      }
      let changes = state
      state.arrivals = []
      state.hasCancelled = false
      return changes
    }
    guard let changes else { return false }
    if changes.hasCancelled {
      for (handle, open) in open where open.exchange.isOver { remove(handle) }
    }
    for arrival in changes.arrivals { add(arrival.request, of: arrival.exchange) }
    return true
  }

  private func add(_ request: HTTPRequest, of exchange: any Exchange) {
    if exchange.isOver { return }
    do throws(NetworkFailure) {
      let transfer = try CurlTransfer(request, of: exchange, by: library)
      let code = curl_transfers_add(library.functions, transfers, transfer.handle)
      guard code == 0 else { throw .other("libcurl cannot begin: error \(code)") }
      open[transfer.handle] = transfer
    } catch {
      exchange.fail(error)
    }
  }

  private func remove(_ handle: curl_transfer) {
    curl_transfers_remove(library.functions, transfers, handle)
    open[handle] = nil
  }

  private func failAll(_ failure: NetworkFailure) {
    for (handle, open) in open {
      remove(handle)
      open.exchange.fail(failure)
    }
  }

  /// Returns false if no other transfer has ended.
  private func endNext() -> Bool {
    var code: CInt = 0
    guard let handle = curl_transfers_ended(library.functions, transfers, &code) else { return false }
    guard let ended = open[handle] else { return true }
    // The handle is needed for the answer, and removed before it can be freed.
    curl_transfers_remove(library.functions, transfers, handle)
    defer { open[handle] = nil }
    do throws(NetworkFailure) {
      let next = try ended.exchange.receive(ended.answer(code), to: ended.request)
      if let next { add(next, of: ended.exchange) }
    } catch {
      ended.exchange.fail(error)
    }
    return true
  }
}
