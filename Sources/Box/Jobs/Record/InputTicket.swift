/// Identifies the state of the inputs of an action before one attempt.
package struct InputTicket: Sendable, Equatable {
  let number: UInt64
  /// The same in the next process, if it is kept.
  package let key: String
}
