/// Carries a value that is safe to use on any thread although its type is not declared `Sendable`: the time
/// of a scheduler, a subscription, a notification centre.
package struct UncheckedSendable<Value>: @unchecked Sendable {
  package let value: Value
  package init(_ value: Value) { self.value = value }
}
