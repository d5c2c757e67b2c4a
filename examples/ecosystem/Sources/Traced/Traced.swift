import InMemoryTracing
import SignalboxTracing
import Tracing

/// Prints the span of an execution and its parent.
@main enum Traced {
  static func main() async throws {
    let tracer = InMemoryTracer()
    let water = Action<Double, Double> { amount in
      await tracer.track("water") { _ in amount }
    }
    try await tracer.withSpan("request") { _ in try await water.execute(0.4).finished() }
    let names = tracer.finishedSpans.map(\.operationName).joined(separator: " in ")
    print("\(names), connected: \(tracer.finishedSpans[0].parentSpanID == tracer.finishedSpans[1].spanID)")
  }
}
