import CoreMetrics
import MetricsTestKit
import SignalboxMetrics

/// Prints how often an action was executed and refused.
@main enum Measured {
  static func main() {
    let metrics = TestMetrics()
    let isDry = LiveData(data: true)
    let water = Action<Double, Double>(enabledIf: isDry) { Just($0) }
    water.measure(as: "water", factory: metrics)
    water.execute(0.4)
    isDry.data = false
    water.execute(0.4)
    let started = metrics.counterTotal(label: "action_executions_started")
    let refused = metrics.counterTotal(label: "action_executions_refused")
    print("started \(started), refused \(refused)")
  }
}
