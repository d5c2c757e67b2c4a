/// A value under a key, with what transactions compare.
struct Stored<Value: Sendable & Equatable>: Sendable, Equatable {
  /// Nil if something else than signalbox has written it.
  var value: Value?
  var createRevision: Int64
  var modRevision: Int64
}
