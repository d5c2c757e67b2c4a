import SignalboxCore
import Testing

/// What uses the live data that a closure of `modify` is about to change ends the program, and the message
/// says why.
///
/// These tests wait for child processes, which the tests of signalbox itself do too: one test process cannot
/// do both.
@Suite(.timeLimit(.minutes(15))) struct ModificationMisuseTests {
  private static let message =
    "The closure of LiveData.modify(_:) reads, sets or observes the live data that it modifies."

  private func expectMessage(of result: ExitTest.Result?) {
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains(Self.message))
  }

  @Test func `reading in a modification ends with a message`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let live = LiveData(data: 1)
      live.modify { $0 += live.data }
    }
    expectMessage(of: result)
  }

  @Test func `reading derived live data in a modification ends with a message`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let live = LiveData(data: 1)
      let next = live.map { $0 + 1 }
      live.modify { $0 += next.data }
    }
    expectMessage(of: result)
  }

  @Test func `a modification in a modification ends with a message`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let live = LiveData(data: 1)
      live.modify { value in
        live.modify { $0 += 1 }
        value += 1
      }
    }
    expectMessage(of: result)
  }

  @Test func `observing in a modification ends with a message`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let live = LiveData(data: 1)
      live.modify { value in
        live.observeForever { _ in }
        value += 1
      }
    }
    expectMessage(of: result)
  }
}
