extension ReadOnlyLiveData {
  /// The present value and then the latest one after each change, for `for await`.
  public var values: LatestValues<Value> {
    LatestValues { [reference = source.reference] in
      guard let source = reference() else { return ValueBuffer() }
      let buffer = ValueBuffer(broadcast: source.broadcast)
      let (_, capture, deferred) = source.addCapturing(buffer)
      deferred.run()
      buffer.offer(capture.value())
      return buffer
    }
  }
}
