import Observation
import SignalboxCore
import SignalboxTesting

/// Records the output of the examples instead of printing it.
enum Printer {
  static func make() -> (printed: Recorder<String>, print: @Sendable (Any...) -> Void) {
    let printed = Recorder<String>()
    return (printed, { printed.record($0.map { "\($0)" }.joined(separator: " ")) })
  }
}

@MainActor @Observable final class Counter {
  var count = 0
}

struct Offline: Error {}
struct Slow: Error {}

/// The store in which the examples save names.
final class Store: Sendable {
  private let names = LiveData<[String]>(data: [])

  var saved: [String] { names.data }

  func save(_ name: String) async throws -> String {
    names.modify { $0.append(name) }
    return "/" + name
  }

  func save(_ name: String) async throws -> Int {
    names.modify { $0.append(name) }
    return saved.count
  }

  func save(_ name: String) async throws {
    names.modify { $0.append(name) }
  }
}
