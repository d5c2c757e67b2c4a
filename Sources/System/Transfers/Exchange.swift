/// Who sends a request by a ``TransferThread``, and what becomes of it. All methods are called on that
/// thread.
package protocol Exchange: AnyObject, Sendable {
  var options: TransferOptions { get }

  /// Whether it needs no answer any more, so that its transfer can end.
  var isOver: Bool { get }

  /// The body of the request is about to be sent by a connection that is kept. Until then, the server cannot
  /// act on the request.
  /// - Returns: False to end the transfer instead.
  func willSend() -> Bool

  /// A part of the body of an answer has arrived, if the options request parts.
  /// - Returns: False to end the transfer.
  func receive(_ part: UnsafeRawBufferPointer, status: Int) -> Bool

  /// A request has its whole answer.
  /// - Returns: The request that follows; nil for none.
  /// - Throws: ``NetworkFailure``, with which ``fail(_:)`` is called then.
  func receive(_ answer: TransferAnswer, to request: HTTPRequest) throws(NetworkFailure) -> HTTPRequest?

  /// A request has no complete answer.
  func fail(_ failure: NetworkFailure)
}

extension Exchange {
  package func willSend() -> Bool { !isOver }
  package func receive(_ part: UnsafeRawBufferPointer, status: Int) -> Bool { true }
}
