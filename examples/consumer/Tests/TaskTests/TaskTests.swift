import Foundation
import SignalboxFoundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(2))) struct TaskTests {
  @Test func `a task of URLSession is counted, with the core that this product exports`() throws {
    let center = NotificationCenter()
    let network = NetworkActivityIndicator()
    network.observeTasks(of: center)
    let url = try #require(URL(string: "http://127.0.0.1:1/"))
    let task = URLSession(configuration: .ephemeral).dataTask(with: url)
    center.post(name: .networkTaskDidResume, object: task)
    #expect(network.activeRequestCount.data == 1)
    center.post(name: .networkTaskDidComplete, object: task)
    #expect(network.activeRequestCount.data == 0)
  }

  #if !canImport(Combine)
  @Test func `the schedulers of Foundation are there`() {
    let scheduler = OperationQueue.main.ocombine
    #expect(scheduler.now.date <= scheduler.now.advanced(by: .seconds(1)).date)
  }
  #endif
}
