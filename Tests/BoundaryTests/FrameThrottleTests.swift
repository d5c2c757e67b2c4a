import SignalboxTesting
import Testing

@testable import Boundary

/// Frames in virtual time: twenty a second, and none that keeps a person waiting.
@Suite(.timeLimit(.minutes(15))) @MainActor struct FrameThrottleTests {
  private let time = TestScheduler()
  private let throttle: FrameThrottle<TestScheduler>
  private let frames = Frames()

  @MainActor private final class Frames {
    var moments: [Duration] = []
  }

  init() { throttle = FrameThrottle(time) }

  private func request() {
    throttle.request { [frames, time] in frames.moments.append(time.elapsed) }
  }

  @Test func `the first frame comes at once`() {
    request()
    #expect(frames.moments == [.zero])
  }

  @Test func `further frames wait until the last is old enough, and come as one`() {
    request()
    time.advance(by: .milliseconds(10))
    request()
    request()
    #expect(frames.moments == [.zero])
    time.advance(by: .seconds(1))
    #expect(frames.moments == [.zero, .milliseconds(50)])
  }

  @Test func `a flood is drawn twenty times a second`() {
    for _ in 1..<1_000 {
      request()
      time.advance(by: .milliseconds(1))
    }
    #expect(frames.moments.count == 20)
  }

  @Test func `what a key has started is drawn at once, and only that`() {
    request()
    time.advance(by: .milliseconds(10))
    throttle.expectAnswer()
    request()
    #expect(frames.moments == [.zero, .milliseconds(10)])
    request()
    time.advance(by: .seconds(1))
    #expect(frames.moments == [.zero, .milliseconds(10), .milliseconds(60)])
  }

  @Test func `the picture of a key postpones the next frame`() {
    time.advance(by: .seconds(1))
    throttle.expectAnswer()
    request()
    request()
    #expect(frames.moments == [.seconds(1)])
  }
}
