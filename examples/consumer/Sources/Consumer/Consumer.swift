import Greenhouse
import SignalboxCore

@main enum Consumer {
  static func main() async throws {
    let greenhouse = Greenhouse { amount in amount }
    let shown = greenhouse.busy.state.removeDuplicates().sink { print($0.associatedValue ?? "idle") }
    let moisture = try await greenhouse.water.execute(0.4).value
    print("moisture \(moisture.formattedAsPercentage), wet enough: \(!greenhouse.water.enabled.data)")
    shown.cancel()
  }
}

extension Double {
  var formattedAsPercentage: String { "\(Int((self * 100).rounded())) %" }
}
