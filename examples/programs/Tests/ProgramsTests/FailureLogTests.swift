import Dispatch
import SignalboxCore
import SignalboxTesting
import Testing

@testable import SmallPrograms

@Suite(.timeLimit(.minutes(1))) struct FailureLogTests {
  private let save = Action<Void, Int>(whileExecuting: .concurrent()) { Fail<Int, Offline>(error: Offline()) }
  /// Fails with the error that it is executed with.
  private let load = Action<any Error, Int>(whileExecuting: .concurrent()) { error in
    Fail<Int, any Error>(error: error)
  }

  @Test func `failures of all actions are in one log, the newest first`() {
    let log = FailureLog(of: ["Save": save.underlyingErrors, "Load": load.underlyingErrors])
    save.execute()
    load.execute(Offline())
    #expect(log.entries.data.map(\.title) == ["Load", "Save"])
    #expect(log.entries.data.map(\.text) == ["Offline()", "Offline()"])
  }

  @Test func `a cancellation and a refusal are not failures`() {
    let isOpen = LiveData(data: false)
    let closed = Action<Void, Int>(enabledIf: isOpen) { Fail<Int, Offline>(error: Offline()) }
    let log = FailureLog(of: ["Load": load.underlyingErrors, "Closed": closed.underlyingErrors])
    load.execute(CancellationError())
    closed.execute()
    #expect(log.entries.data.isEmpty)
  }

  @Test func `failures on several threads are each logged once, up to the limit`() {
    let log = FailureLog(of: ["Save": save.underlyingErrors, "Load": load.underlyingErrors], limit: 150)
    let counts = Recorder(log.entries.map(\.count))
    DispatchQueue.concurrentPerform(iterations: 200) { [save, load] number in
      if number.isMultiple(of: 2) { save.execute() } else { load.execute(Offline()) }
    }
    #expect(counts.values.count == 201)
    #expect(log.entries.data.count == 150)
  }

  @Test func `a released log no longer listens`() {
    var log: FailureLog? = FailureLog(of: ["Save": save.underlyingErrors])
    let entries = log?.entries
    log = nil
    save.execute()
    #expect(entries?.data == [])
  }
}
