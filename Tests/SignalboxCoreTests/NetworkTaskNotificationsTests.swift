import Foundation
import SignalboxCore
import SignalboxTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(5))) struct NetworkTaskNotificationsTests {
  private let scheduler = TestScheduler()
  private let center = NotificationCenter()
  private let network: NetworkActivityIndicator
  /// A port on which nothing listens.
  private let url = URL(string: "http://127.0.0.1:1/")

  init() {
    network = NetworkActivityIndicator(scheduler: scheduler, notificationCenter: center)
  }

  private func task(in session: URLSession = .shared) throws -> URLSessionDataTask {
    session.dataTask(with: try #require(url))
  }

  @Test func aTaskCountsFromItsResumptionToItsCompletion() throws {
    let task = try task()
    center.post(name: .networkTaskDidResume, object: task)
    center.post(name: .networkTaskDidResume, object: task)
    #expect(network.activeRequestCount.data == 1)
    scheduler.advance(by: .seconds(1))
    #expect(network.isVisible.data)
    center.post(name: .networkTaskDidComplete, object: task)
    #expect(network.activeRequestCount.data == 0)
    scheduler.advance(by: .seconds(0.2))
    #expect(!network.isVisible.data)
  }

  @Test func aSuspendedTaskDoesNotCount() throws {
    let task = try task()
    center.post(name: .networkTaskDidResume, object: task)
    center.post(name: .networkTaskDidSuspend, object: task)
    #expect(network.activeRequestCount.data == 0)
    center.post(name: .networkTaskDidResume, object: task)
    #expect(network.activeRequestCount.data == 1)
    center.post(name: .networkTaskDidComplete, object: task)
    #expect(network.activeRequestCount.data == 0)
  }

  @Test func aCompletionWithoutAResumptionSwallowsNothing() throws {
    let task = try task()
    center.post(name: .networkTaskDidComplete, object: task)
    center.post(name: .networkTaskDidResume, object: task)
    #expect(network.activeRequestCount.data == 1)
  }

  @Test func whatIsNoTaskIsIgnored() {
    center.post(name: .networkTaskDidResume, object: center)
    center.post(name: .networkTaskDidResume, object: nil)
    #expect(network.activeRequestCount.data == 0)
  }

  @Test func anIndicatorOfAnotherCenterIsNotTold() throws {
    let other = NetworkActivityIndicator(scheduler: scheduler, notificationCenter: NotificationCenter())
    let deaf = NetworkActivityIndicator(scheduler: scheduler, notificationCenter: nil)
    center.post(name: .networkTaskDidResume, object: try task())
    #expect(other.activeRequestCount.data == 0)
    #expect(deaf.activeRequestCount.data == 0)
  }

  @Test(.timeLimit(.minutes(5))) func aRealTaskIsFollowedFromItsBeginningToItsEnd() async throws {
    let session = URLSession(
      configuration: .ephemeral, delegate: NetworkTaskDelegate(reportingTo: center), delegateQueue: nil)
    let counts = Recorder(network.activeRequestCount, scheduler)
    let task = try task(in: session)

    // Nothing listens there, so the task fails.
    task.resume(reportingTo: center)

    while counts.values.count < 3 { await Task.yield() }
    #expect(counts.values == [0, 1, 0])
    session.finishTasksAndInvalidate()
  }

  @Test func aReleasedIndicatorIsDeaf() throws {
    weak var released: NetworkActivityIndicator?
    do {
      let indicator = NetworkActivityIndicator(scheduler: scheduler, notificationCenter: center)
      released = indicator
      withExtendedLifetime(indicator) {}
    }
    center.post(name: .networkTaskDidResume, object: try task())
    #expect(released == nil)
  }
}
