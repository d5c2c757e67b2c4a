import Dispatch
import SignalboxCore
import SignalboxTesting
import Testing

@testable import SmallPrograms

@Suite(.timeLimit(.minutes(1))) struct BuildPipelineTests {
  private let scheduler = TestScheduler()
  private let isBroken = LiveData(data: false)

  /// Steps of two seconds, which need one more to end when they are cancelled.
  private func makePipeline() -> BuildPipeline {
    BuildPipeline(executor: scheduler) { [scheduler, isBroken] step in
      do {
        try await scheduler.sleep(for: .seconds(2))
      } catch {
        let end = scheduler.now.advanced(by: Duration.seconds(1))
        await Task(executorPreference: scheduler) { try? await scheduler.sleep(until: end) }.value
        throw error
      }
      if isBroken.data, step == .test { throw Offline() }
    }
  }

  private func run(_ steps: BuildPipeline.Step..., in pipeline: BuildPipeline) {
    for step in steps { pipeline.start(step) }
    scheduler.advance(by: .seconds(2))
  }

  @Test func `tests and lint run at once after compiling, and deployment needs both`() {
    let pipeline = makePipeline()
    let canDeploy = Recorder(pipeline.isEnabled(.deploy), scheduler)
    #expect(pipeline.start(.test) == nil)
    run(.compile, in: pipeline)
    run(.test, .lint, in: pipeline)
    #expect(canDeploy.events.map(\.time) == [.zero, .seconds(4)])
    #expect(canDeploy.values == [false, true])
    run(.deploy, in: pipeline)
    #expect(pipeline.board.data.passed == [.compile, .test, .lint, .deploy])
  }

  @Test func `a failed step unlocks nothing and can be repeated`() {
    let pipeline = makePipeline()
    isBroken.data = true
    run(.compile, in: pipeline)
    run(.test, .lint, in: pipeline)
    #expect(!pipeline.isEnabled(.deploy).data)
    isBroken.data = false
    run(.test, in: pipeline)
    #expect(pipeline.isEnabled(.deploy).data)
  }

  @Test func `compiling again makes old results worthless`() {
    let pipeline = makePipeline()
    run(.compile, in: pipeline)
    run(.test, .lint, in: pipeline)
    pipeline.start(.compile)
    #expect(pipeline.board.data.passed.isEmpty)
    #expect(pipeline.start(.deploy) == nil)
  }

  @Test func `a cancelled step keeps its place until it has ended, and has not passed`() {
    let pipeline = makePipeline()
    let compilation = pipeline.start(.compile)
    scheduler.advance(by: .seconds(1))
    compilation?.cancel()
    scheduler.advance(by: .milliseconds(900))
    #expect(pipeline.board.data.running == [.compile])
    #expect(pipeline.start(.compile) == nil)
    scheduler.advance(by: .milliseconds(100))
    #expect(pipeline.board.data == .init())
    #expect(pipeline.isEnabled(.compile).data)
  }

  @Test func `a step that is cancelled before it begins gives its place back`() {
    let pipeline = makePipeline()
    pipeline.start(.compile)?.cancel()
    scheduler.advance()
    #expect(pipeline.isEnabled(.compile).data)
  }

  @Test func `of many presses at once one starts`() {
    let pipeline = makePipeline()
    let started = LiveData(data: 0)
    DispatchQueue.concurrentPerform(iterations: 50) { _ in
      if pipeline.start(.compile) != nil { started.modify { $0 += 1 } }
    }
    #expect(started.data == 1)
  }
}
