/// Carries a value that is safe to use on any thread although its type is not declared `Sendable`: the time
/// of a scheduler, a subscription, a notification centre.
struct UncheckedSendable<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
