import SignalboxCore
import SignalboxTesting
import Testing

@testable import SmallPrograms

@Suite(.timeLimit(.minutes(1))) @MainActor struct ProfileModelTests {
  private let scheduler = TestScheduler()

  @Test func `the name, the spinner and the button follow the work`() async {
    let scheduler = scheduler
    let model = ProfileModel(executor: scheduler) {
      try await scheduler.sleep(for: .seconds(1))
      return "Ada"
    }
    model.reload()
    await waitUntil { model.isLoading }
    #expect(!model.canReload)
    scheduler.advance(by: .seconds(1))
    await waitUntil { model.canReload }
    #expect(model.name == "Ada")
    #expect(!model.isLoading)
  }

  @Test func `a failure is shown until the next success`() async {
    let isOnline = LiveData(data: false)
    let model = ProfileModel(executor: scheduler) {
      guard isOnline.data else { throw Offline() }
      return "Ada"
    }
    model.reload()
    scheduler.advance()
    await waitUntil { model.message != nil }
    #expect(model.message == "Not loaded: Offline()")
    isOnline.data = true
    model.reload()
    scheduler.advance()
    await waitUntil { model.message == nil && model.name == "Ada" }
  }

  @Test func `a model that is gone cancels its work and hears nothing`() async {
    let scheduler = scheduler
    let ends = Recorder<String>(scheduler)
    var model: ProfileModel? = ProfileModel(executor: scheduler) {
      do {
        try await scheduler.sleep(for: .seconds(1))
      } catch {
        ends.record("cancelled")
        throw error
      }
      return "Ada"
    }
    weak let observed = model
    model?.reload()
    scheduler.advance()
    model = nil
    scheduler.advance(by: .seconds(2))
    #expect(observed == nil)
    #expect(ends.values == ["cancelled"])
  }
}
