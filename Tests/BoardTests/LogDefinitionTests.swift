import Board
import Testing

@Suite(.timeLimit(.minutes(15))) struct LogDefinitionTests {
  @Test func `earlier files have numbers`() {
    #expect(LogDefinition("a.log").oldPaths == ["a.log.1", "a.log.2"])
    #expect(LogDefinition("a.log", count: 1).oldPaths == [])
  }
}
