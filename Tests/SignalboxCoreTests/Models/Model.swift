import Foundation
import Testing

/// An object of the library and a naive reference of it. Both go through the same events.
protocol Model {
  /// Can be performed in every state, so that histories can be shortened by leaving events out.
  associatedtype Event

  /// - Parameter random: For the choices that are made once for a whole history.
  init(_ random: inout SplitMix)
  static func event(_ random: inout SplitMix) -> Event
  /// Performs one event on both and throws a difference between them.
  mutating func perform(_ event: Event) throws
}

/// A difference between the library and the reference.
struct Difference: Error, CustomStringConvertible {
  let description: String
}

/// Throws unless the library's value is that of the reference.
func compare<Value: Equatable>(_ name: StaticString, _ library: Value, _ reference: Value) throws {
  if library == reference { return }
  throw Difference(description: "\(name): \(library), and should be \(reference)")
}

/// Runs a model through random histories. Reports the first history after which library and reference differ,
/// shortened by leaving out events where possible.
///
/// Each history depends only on its seed. With SIGNALBOX_SEED=17 in the environment only that seed is run,
/// and SIGNALBOX_SEEDS=100000 sets the number of seeds.
func expectAgreement<M: Model>(
  of model: M.Type, seeds: UInt64 = 2_000, length: Int = 40, sourceLocation: SourceLocation = #_sourceLocation
) {
  let environment = ProcessInfo.processInfo.environment
  let only = environment["SIGNALBOX_SEED"].flatMap { UInt64($0) }
  let count = environment["SIGNALBOX_SEEDS"].flatMap { UInt64($0) } ?? seeds
  for seed in only.map({ $0..<$0 + 1 }) ?? 0..<count {
    var random = SplitMix(seed: seed &* 0x1000_0000)
    let choices = random
    _ = M(&random)
    let history = (0..<length).map { _ in M.event(&random) }
    guard let failure = replay(history, model, choices) else { continue }
    let (shortest, difference) = shorten(
      Array(history.prefix(failure.length)), failure.difference, model, choices)
    let events = shortest.map { "  \($0)" }.joined(separator: "\n")
    Issue.record(
      "Seed \(seed): \(difference)\nafter\n\(events)", sourceLocation: sourceLocation)
    return
  }
}

/// The length of a history up to the first difference, and the difference; nil if there is none.
private func replay<M: Model>(
  _ history: [M.Event], _ model: M.Type, _ choices: SplitMix
) -> (length: Int, difference: any Error)? {
  var choices = choices
  var model = M(&choices)
  for (index, event) in history.enumerated() {
    do { try model.perform(event) } catch { return (index + 1, error) }
  }
  return nil
}

/// Leaves out one event after the other as long as there is still a difference.
private func shorten<M: Model>(
  _ history: [M.Event], _ difference: any Error, _ model: M.Type, _ choices: SplitMix
) -> ([M.Event], any Error) {
  var (history, difference) = (history, difference)
  var isShorter = true
  while isShorter {
    isShorter = false
    for index in history.indices.reversed() where index < history.count {
      var candidate = history
      candidate.remove(at: index)
      guard let failure = replay(candidate, model, choices) else { continue }
      history = Array(candidate.prefix(failure.length))
      difference = failure.difference
      isShorter = true
    }
  }
  return (history, difference)
}

/// Gives callbacks of the library access to a model, which is used on one thread. It does not retain the
/// model.
final class Unchecked<Object: AnyObject>: @unchecked Sendable {
  private(set) weak var object: Object?
  init(_ object: Object) { self.object = object }
}
