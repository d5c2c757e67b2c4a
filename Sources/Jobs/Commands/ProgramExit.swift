import Subprocess

#if canImport(Darwin)
import Dispatch
#elseif canImport(Glibc)
import SystemPackage
#endif

extension Execution {
  /// Waits until the program has ended, in a cancelled task too. It is not reaped then, so its number and that of
  /// its process group still mean nothing else.
  func waitForExit(on thread: OutputThread) async {
    #if canImport(Darwin)
    await withCheckedContinuation { continuation in
      let source = DispatchSource.makeProcessSource(
        identifier: processIdentifier.value, eventMask: .exit, queue: .global())
      source.setEventHandler { source.cancel() }
      source.setCancelHandler { continuation.resume() }
      source.activate()
    }
    #else
    let descriptor = FileDescriptor(rawValue: processIdentifier.processDescriptor)
    if descriptor.rawValue >= 0 {
      await thread.waitUntilReadable(descriptor)
    } else {
      await waitForExitByTeardown()
    }
    #endif
  }

  #if !canImport(Darwin)
  /// Before Linux 5.3 there are no process descriptors, and a teardown is all that Subprocess lets a body wait with.
  ///
  /// Signal 0 is no signal, and the next step is far away. The price is the sleeping task of that step, about 1 KB
  /// that is not freed before its time: so this is not the way wherever there is another.
  private func waitForExitByTeardown() async {
    let nothing = TeardownStep.send(
      signal: Signal(rawValue: 0), allowedDurationToNextStep: .seconds(Int32.max))
    await teardown(using: [nothing])
  }
  #endif
}
