public import SignalboxCore

/// Records values with the virtual time at which they arrived.
///
/// ```swift
/// let shown = Recorder(indicator.state.map(\.loading), scheduler)
/// scheduler.advance(by: .seconds(1))
/// #expect(shown.values == [false, true])
/// ```
public final class Recorder<Value: Sendable>: Sendable {
  /// A value and the time at which it arrived.
  ///
  /// ```swift
  /// let scheduler = TestScheduler()
  /// let notes = Recorder<String>(scheduler)
  /// scheduler.advance(by: .seconds(1))
  /// notes.record("tick")
  /// #expect(notes.events == [.init(time: .seconds(1), value: "tick")])
  /// ```
  public struct Event: Sendable {
    /// The virtual time since the scheduler's creation, in whole nanoseconds.
    public let time: Duration
    /// The recorded value.
    public let value: Value

    /// Creates an event to compare with. The time is rounded to nanoseconds.
    public init(time: Duration, value: Value) {
      self.time = time.roundedToNanoseconds
      self.value = value
    }
  }

  /// How a recorded publisher ended.
  ///
  /// ```swift
  /// let failed = Recorder(Fail<Int, Offline>(error: Offline()))
  /// guard case .failed(let error) = failed.ended else {
  ///   Issue.record("it has not failed")
  ///   return
  /// }
  /// #expect(error is Offline)
  /// ```
  public enum End: Sendable {
    /// The publisher completed.
    case finished
    /// The publisher failed.
    case failed(any Error)
  }

  private let scheduler: TestScheduler
  private let state = Locked(State())

  private struct State {
    var events: [Event] = []
    var end: End?
    var subscription: AnyCancellable?
  }

  /// Creates a recorder for values that are passed to ``record(_:)``.
  public init(_ scheduler: TestScheduler = TestScheduler()) { self.scheduler = scheduler }

  /// Subscribes to a publisher immediately. Records until the recorder is released or ``cancel()`` is called.
  public convenience init<Source: Publisher>(_ source: Source, _ scheduler: TestScheduler = TestScheduler())
  where Source.Output == Value {
    self.init(scheduler)
    let subscription = source.sink(
      receiveCompletion: { [weak self] completion in
        switch completion {
        case .finished: self?.end(.finished)
        case .failure(let error): self?.end(.failed(error))
        }
      },
      receiveValue: { [weak self] in self?.record($0) })
    state.withLock { $0.subscription = subscription }
  }

  /// All events so far, in order of arrival.
  public var events: [Event] { state.withLock { $0.events } }
  /// All values so far, in order of arrival.
  public var values: [Value] { events.map(\.value) }
  /// How the publisher ended; nil if it has not ended.
  public var ended: End? { state.withLock { $0.end } }

  /// Records a value at the current virtual time. Can be called from any thread.
  public func record(_ value: Value) {
    let event = Event(time: scheduler.elapsed, value: value)
    state.withLock { $0.events.append(event) }
  }

  /// Stops recording.
  public func cancel() { state.withLock { $0.subscription }?.cancel() }

  private func end(_ end: End) { state.withLock { $0.end = end } }
}

extension Recorder.Event: Equatable where Value: Equatable {}

extension Recorder.Event: CustomStringConvertible {
  /// The value and the time, as shown by a failed expectation.
  public var description: String { "\(value) at \(time)" }
}
