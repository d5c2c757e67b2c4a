import Foundation
import Testing

@testable import Processes

@Suite(.timeLimit(.minutes(15))) struct DetachedThreadTests {
  @Test func `a block runs on a thread with a name that no signal interrupts`() async {
    let (name, isBlocked) = await withCheckedContinuation { continuation in
      let code = DetachedThread.start("signalbox.test") {
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        continuation.resume(returning: (Thread.current.name, sigismember(&mask, SIGTERM) == 1))
      }
      #expect(code == 0)
    }
    #expect(name == "signalbox.test")
    #expect(isBlocked)
  }

  @Test func `the mask of the thread that starts it remains`() async {
    let isSame = await withCheckedContinuation { continuation in
      var before = sigset_t()
      var after = sigset_t()
      pthread_sigmask(SIG_BLOCK, nil, &before)
      _ = DetachedThread.start("signalbox.test") {}
      pthread_sigmask(SIG_BLOCK, nil, &after)
      continuation.resume(returning: sigismember(&before, SIGTERM) == sigismember(&after, SIGTERM))
    }
    #expect(isSame)
  }
}
