import Logging
import SignalboxLogging

/// Prints what happens to an action.
@main enum Logged {
  static func main() {
    var logger = Logger(label: "greenhouse") { StreamLogHandler.standardOutput(label: $0) }
    logger.logLevel = .debug
    let water = Action<Double, Double> { Just($0) }
    water.log(as: "water", to: logger)
    water.execute(0.4)
  }
}
