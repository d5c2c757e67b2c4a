import Logging
import ServiceLifecycle
import SignalboxServiceLifecycle

/// Shuts down when a queue is empty.
@main enum Served {
  static func main() async throws {
    let poured = LiveData(data: 0)
    let water = Action<Int, Never>(whileExecuting: .queue()) { amount in
      await Task.yield()
      poured.modify { $0 += amount }
    }
    let logger = Logger(label: "greenhouse") { _ in SwiftLogNoOpLogHandler() }
    let group = ServiceGroup(services: [ActionDrain(water)], logger: logger)
    for amount in 1...100 { water.execute(amount) }
    await group.triggerGracefulShutdown()
    try await group.run()
    print("poured \(poured.data)")
  }
}
