/// Which events an iterator keeps that are triggered faster than it requests them.
///
/// ```swift
/// let saved = FutureEvent<String>()
/// var newest = saved.values(buffering: .newest(1)).makeAsyncIterator()
/// saved.trigger("a.txt")
/// saved.trigger("b.txt")
/// print(await newest.next()!, newest.droppedCount)  // prints b.txt 1
/// ```
public enum EventBuffering: Sendable, Equatable {
  /// All of them, however many: an iterator that never requests one needs more and more memory.
  case unbounded
  /// The first ones, at most this number: a later one is dropped while the buffer is full.
  case oldest(Int)
  /// The last ones, at most this number: the oldest one is dropped when the buffer is full.
  case newest(Int)
  /// The last one, as for live data.
  case latest

  /// What `values` keeps: more than a burst, and bounded.
  public static var standard: EventBuffering { .newest(1024) }
}
