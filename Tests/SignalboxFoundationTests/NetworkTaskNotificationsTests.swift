import Foundation
import SignalboxFoundation
import SignalboxTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(15))) struct NetworkTaskNotificationsTests {
  private let scheduler = TestScheduler()
  private let center = NotificationCenter()
  private let network: NetworkActivityIndicator
  /// A port without a server.
  private let url = URL(string: "http://127.0.0.1:1/")

  init() {
    network = NetworkActivityIndicator(scheduler: scheduler)
    network.observeTasks(of: center)
  }

  private func task(in session: URLSession = .shared) throws -> URLSessionDataTask {
    session.dataTask(with: try #require(url))
  }

  @Test func `a task counts from its resumption to its completion`() throws {
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

  @Test func `a task counts once, also if an indicator observes several centers`() throws {
    let second = NotificationCenter()
    network.observeTasks(of: center)
    network.observeTasks(of: second)
    let task = try task()
    for center in [center, second] { center.post(name: .networkTaskDidResume, object: task) }
    #expect(network.activeRequestCount.data == 1)
    second.post(name: .networkTaskDidComplete, object: task)
    #expect(network.activeRequestCount.data == 0)
  }

  @Test func `a suspended task does not count`() throws {
    let task = try task()
    center.post(name: .networkTaskDidResume, object: task)
    center.post(name: .networkTaskDidSuspend, object: task)
    #expect(network.activeRequestCount.data == 0)
    center.post(name: .networkTaskDidResume, object: task)
    #expect(network.activeRequestCount.data == 1)
    center.post(name: .networkTaskDidComplete, object: task)
    #expect(network.activeRequestCount.data == 0)
  }

  @Test func `a completion without a resumption has no effect`() throws {
    let task = try task()
    center.post(name: .networkTaskDidComplete, object: task)
    center.post(name: .networkTaskDidResume, object: task)
    #expect(network.activeRequestCount.data == 1)
  }

  @Test func `a notification without a task is ignored`() {
    center.post(name: .networkTaskDidResume, object: center)
    center.post(name: .networkTaskDidResume, object: nil)
    #expect(network.activeRequestCount.data == 0)
  }

  @Test func `an indicator of another notification center is not notified`() throws {
    let other = NetworkActivityIndicator(scheduler: scheduler)
    other.observeTasks(of: NotificationCenter())
    let deaf = NetworkActivityIndicator(scheduler: scheduler)
    center.post(name: .networkTaskDidResume, object: try task())
    #expect(other.activeRequestCount.data == 0)
    #expect(deaf.activeRequestCount.data == 0)
  }

  @Test(.timeLimit(.minutes(15))) func `a real task is followed from its beginning to its end`() async throws
  {
    let session = URLSession(
      configuration: .ephemeral, delegate: NetworkTaskDelegate(reportingTo: center), delegateQueue: nil)
    let counts = Recorder(network.activeRequestCount, scheduler)
    let task = try task(in: session)

    // There is no server, so the task fails.
    task.resume(reportingTo: center)

    while counts.values.count < 3 { await Task.yield() }
    #expect(counts.values == [0, 1, 0])
    session.finishTasksAndInvalidate()
  }

  @Test func `a released indicator ignores notifications`() throws {
    weak var released: NetworkActivityIndicator?
    do {
      let indicator = NetworkActivityIndicator(scheduler: scheduler)
      indicator.observeTasks(of: center)
      released = indicator
      withExtendedLifetime(indicator) {}
    }
    center.post(name: .networkTaskDidResume, object: try task())
    #expect(released == nil)
  }
}
