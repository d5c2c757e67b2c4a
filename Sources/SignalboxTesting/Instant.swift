public import SignalboxCore

extension TestScheduler {
  /// A point in virtual time.
  public struct Instant: InstantProtocol, Strideable, Hashable, Sendable {
    public typealias Duration = Swift.Duration

    /// The time since the scheduler's creation.
    public let offset: Duration

    /// - Parameter offset: rounded to nanoseconds, so that `.seconds(4.9) + .seconds(0.1)` is five seconds.
    public init(offset: Duration) { self.offset = offset.roundedToNanoseconds }

    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    public static func == (left: Instant, right: Instant) -> Bool { left.offset == right.offset }

    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    public func advanced(by stride: Stride) -> Instant { advanced(by: stride.duration) }
    public func distance(to other: Instant) -> Stride { Stride(duration: duration(to: other)) }

    /// A span of virtual time, in the form that Combine's operators ask for.
    public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, Sendable {
      public let duration: Duration

      public init(duration: Duration) { self.duration = duration }
      /// A whole number of seconds.
      public init(integerLiteral seconds: Int) { duration = .seconds(seconds) }
      public init?<Source: BinaryInteger>(exactly source: Source) { duration = .seconds(source) }

      public static func seconds(_ seconds: Int) -> Stride { Stride(duration: .seconds(seconds)) }
      public static func seconds(_ seconds: Double) -> Stride { Stride(duration: .seconds(seconds)) }
      public static func milliseconds(_ count: Int) -> Stride { Stride(duration: .milliseconds(count)) }
      public static func microseconds(_ count: Int) -> Stride { Stride(duration: .microseconds(count)) }
      public static func nanoseconds(_ count: Int) -> Stride { Stride(duration: .nanoseconds(count)) }

      /// Seconds, as a number.
      public var magnitude: Double { abs(duration / .seconds(1)) }

      public static func < (left: Stride, right: Stride) -> Bool { left.duration < right.duration }
      public static func + (left: Stride, right: Stride) -> Stride {
        Stride(duration: left.duration + right.duration)
      }
      public static func - (left: Stride, right: Stride) -> Stride {
        Stride(duration: left.duration - right.duration)
      }
      /// Multiplies by the right side's number of seconds.
      public static func * (left: Stride, right: Stride) -> Stride {
        Stride(duration: left.duration * (right.duration / .seconds(1)))
      }
      public static func *= (left: inout Stride, right: Stride) { left = left * right }
    }
  }
}

extension Duration {
  /// The nearest whole number of nanoseconds: a fraction of a second given as a floating-point number is a little off.
  var roundedToNanoseconds: Duration {
    let (seconds, attoseconds) = components
    let half: Int64 = attoseconds < 0 ? -500_000_000 : 500_000_000
    return .seconds(seconds) + .nanoseconds((attoseconds + half) / 1_000_000_000)
  }
}
