import Testing

@testable import Processes

@Suite(.timeLimit(.minutes(5))) struct ProcessStatusTests {
  @Test func `name and group are read`() throws {
    let status = try #require(ProcessStatus("4711 (sleep) S 1 4700 4690 0 -1 4194304 98\n"))
    #expect(status.name == "sleep")
    #expect(status.group == 4700)
  }

  @Test func `a name may look like other fields`() throws {
    let status = try #require(ProcessStatus("4711 (a) S 1 2 (b) S 1 4700 4690 0\n"))
    #expect(status.name == "a) S 1 2 (b")
    #expect(status.group == 4700)
  }

  @Test func `a name cannot control a terminal`() throws {
    let status = try #require(ProcessStatus("4711 (\u{1B}[2J\u{9B}\u{202E}ü) S 1 4700 4690 0\n"))
    #expect(status.name == "?[2J??ü")
  }

  @Test(arguments: ["", "4711", "4711 (sleep", "4711 )sleep( S 1 2", "4711 (sleep)", "4711 (sleep) S 1 x 2"])
  func `any other text is no process`(text: String) {
    #expect(ProcessStatus(text) == nil)
  }
}
