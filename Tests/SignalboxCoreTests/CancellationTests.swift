import Foundation
import SignalboxCore
import SignalboxTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Cancellations, which end work and are not reported to an error tracker.
@Suite(.timeLimit(.minutes(15))) struct CancellationTests {
  private let tracker = ErrorTracker(scheduler: TestScheduler())

  private static let cancellations: [any Error] = [
    CancellationError(), ActionError.cancelled, URLError(.cancelled),
    NSError(domain: NSURLErrorDomain, code: NSURLErrorCancelled),
    ActionError.underlying(CancellationError()), ActionError.underlying(URLError(.cancelled)),
  ]
  private static let failures: [any Error] = [
    ActionError.notEnabled, URLError(.timedOut), NSError(domain: NSURLErrorDomain, code: NSURLErrorTimedOut),
    NSError(domain: "another domain", code: NSURLErrorCancelled),
    ActionError.underlying(URLError(.timedOut)),
  ]

  @Test func `a cancellation is not reported, in whatever way it comes`() async {
    for error in Self.cancellations {
      tracker.update(with: error, source: "\(error)")
      try? await tracker.track { throw error }
      _ = Fail<Int, any Error>(error: error).trackError(tracker)
        .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
      #expect(tracker.reports.data.isEmpty, "\(error)")
    }
  }

  @Test func `other errors of the same types are reported`() async {
    for error in Self.failures {
      tracker.update(with: error)
      #expect(tracker.reports.data.count == 1, "\(error)")
      tracker.reset()
      try? await tracker.track { throw error }
      #expect(tracker.reports.data.count == 1, "\(error)")
      tracker.reset()
    }
  }

  @Test func `what a closure throws while its task is cancelled is not reported`() async {
    let task = Task { [tracker] in
      try await tracker.track {
        withUnsafeCurrentTask { $0?.cancel() }
        throw Failure("the connection was closed")
      }
    }
    await #expect(throws: Failure("the connection was closed")) { try await task.value }
    #expect(tracker.reports.data.isEmpty)
  }

  @Test func `what a sequence throws while its task is cancelled is not reported`() async {
    let task = Task { [tracker] in
      let pages = AsyncThrowingStream<Int, any Error>(unfolding: {
        withUnsafeCurrentTask { $0?.cancel() }
        throw Failure("the connection was closed")
      })
      for try await _ in pages.trackError(tracker) {}
    }
    await #expect(throws: Failure("the connection was closed")) { try await task.value }
    #expect(tracker.reports.data.isEmpty)
  }

  @Test func `work that throws a cancellation of URLSession is cancelled`() async {
    let action = Action<Int, Int> { _ in throw URLError(.cancelled) }
    let errors = Recorder(action.errors)
    await #expect { try await action.execute(1).value } throws: { "\($0)" == "cancelled" }
    #expect(errors.values.isEmpty)
  }

  @Test func `a search that restarts reports nothing`() async throws {
    let server = try SilentServer()
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
    let configuration = URLSessionConfiguration.ephemeral
    // Nothing but the cancellation ends a request, however busy the machine is.
    configuration.timeoutIntervalForRequest = 3_600
    let session = URLSession(configuration: configuration)
    let running = LiveData(data: 0)
    let thrown = Recorder<String>()
    let search = Action<Int, Int>(whileExecuting: .restart) { [tracker] number in
      try await tracker.track {
        running.modify { $0 += 1 }
        do {
          return try await session.data(from: url).0.count
        } catch {
          thrown.record("\(type(of: error)) \((error as? URLError)?.code == .cancelled)")
          throw error
        }
      }
    }
    for number in 1...3 {
      search.execute(number)
      for await count in running.values where count == number { break }
    }
    search.cancel()
    while thrown.values.count < 3 { await Task.yield() }
    #expect(Set(thrown.values) == ["URLError true"])
    #expect(tracker.reports.data.isEmpty)
    session.invalidateAndCancel()
  }
}

/// A port that accepts connections and never answers.
private final class SilentServer {
  let port: UInt16
  private let descriptor: Int32

  init() throws {
    #if canImport(Glibc)
    let stream = Int32(SOCK_STREAM.rawValue)
    #else
    let stream = SOCK_STREAM
    #endif
    let descriptor = socket(AF_INET, stream, 0)
    self.descriptor = descriptor
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) == 0 && listen(descriptor, 8) == 0
          && getsockname(descriptor, address, &length) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    try #require(isListening)
  }

  deinit { close(descriptor) }
}
