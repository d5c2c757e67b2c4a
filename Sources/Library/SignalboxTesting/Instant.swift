public import SignalboxCore

extension TestScheduler {
  /// A point in virtual time.
  ///
  /// ```swift
  /// let scheduler = TestScheduler()
  /// scheduler.advance(to: TestScheduler.Instant(offset: .seconds(5)))
  /// #expect(scheduler.elapsed == .seconds(5))
  /// ```
  public struct Instant: InstantProtocol, Strideable, Hashable, Sendable {
    /// Durations of virtual time are ordinary durations.
    public typealias Duration = Swift.Duration

    /// The time since the scheduler's creation.
    public let offset: Duration

    /// Creates an instant.
    ///
    /// - Parameter offset: The time since the scheduler's creation. It is rounded to nanoseconds, so that
    ///   `.seconds(4.9) + .seconds(0.1)` is five seconds.
    public init(offset: Duration) { self.offset = offset.roundedToNanoseconds }

    /// The earlier instant is less than the later one.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    /// Compares at a resolution of nanoseconds.
    public static func == (left: Instant, right: Instant) -> Bool { left.offset == right.offset }

    /// The instant that is later by a duration.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// The duration from this instant to another one; negative if the other one is earlier.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// The instant that is later by a stride.
    public func advanced(by stride: Stride) -> Instant { advanced(by: stride.duration) }
    /// The stride from this instant to another one; negative if the other one is earlier.
    public func distance(to other: Instant) -> Stride { Stride(duration: duration(to: other)) }

    /// A duration of virtual time, in the form that Combine's operators require.
    ///
    /// ```swift
    /// let scheduler = TestScheduler()
    /// let delayed = Recorder(Just(1).delay(for: .milliseconds(300), scheduler: scheduler), scheduler)
    /// scheduler.advance(by: .milliseconds(300))
    /// #expect(delayed.values == [1])
    /// ```
    public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, Sendable {
      /// The stride as a duration.
      public let duration: Duration

      /// Creates a stride from a duration.
      public init(duration: Duration) { self.duration = duration }
      /// A whole number of seconds.
      public init(integerLiteral seconds: Int) { duration = .seconds(seconds) }
      /// A whole number of seconds.
      public init?<Source: BinaryInteger>(exactly source: Source) { duration = .seconds(source) }

      /// A whole number of seconds.
      public static func seconds(_ seconds: Int) -> Stride { Stride(duration: .seconds(seconds)) }
      /// Seconds, including a fraction.
      public static func seconds(_ seconds: Double) -> Stride { Stride(duration: .seconds(seconds)) }
      /// Milliseconds.
      public static func milliseconds(_ count: Int) -> Stride { Stride(duration: .milliseconds(count)) }
      /// Microseconds.
      public static func microseconds(_ count: Int) -> Stride { Stride(duration: .microseconds(count)) }
      /// Nanoseconds.
      public static func nanoseconds(_ count: Int) -> Stride { Stride(duration: .nanoseconds(count)) }

      /// The absolute value in seconds.
      public var magnitude: Double { abs(duration / .seconds(1)) }

      /// The shorter stride is less than the longer one.
      public static func < (left: Stride, right: Stride) -> Bool { left.duration < right.duration }
      /// The sum of two strides.
      public static func + (left: Stride, right: Stride) -> Stride {
        Stride(duration: left.duration + right.duration)
      }
      /// The difference of two strides.
      public static func - (left: Stride, right: Stride) -> Stride {
        Stride(duration: left.duration - right.duration)
      }
      /// Multiplies by the number of seconds of the right operand.
      public static func * (left: Stride, right: Stride) -> Stride {
        Stride(duration: left.duration * (right.duration / .seconds(1)))
      }
      /// Multiplies by the number of seconds of the right operand.
      public static func *= (left: inout Stride, right: Stride) { left = left * right }
    }
  }
}

extension Duration {
  /// The duration rounded to whole nanoseconds. A fraction of a second that is given as a floating-point
  /// number is not exact.
  var roundedToNanoseconds: Duration {
    let (seconds, attoseconds) = components
    let half: Int64 = attoseconds < 0 ? -500_000_000 : 500_000_000
    return .seconds(seconds) + .nanoseconds((attoseconds + half) / 1_000_000_000)
  }
}
