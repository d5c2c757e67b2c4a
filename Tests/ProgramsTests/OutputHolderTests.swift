import Testing

@testable import Programs

@Suite(.timeLimit(.minutes(15))) struct OutputHolderTests {
  private let sleep = OutputHolder(process: 4711, name: "sleep", isOutOfReach: true)
  private let server = OutputHolder(process: 17, name: "server", isOutOfReach: false)

  @Test func `a single holder is named`() {
    let holders = OutputHolders([sleep])
    #expect("\(holders)" == "sleep (pid 4711)")
    #expect(holders.wait == "waits for sleep (pid 4711), which keeps its output open")
    #expect(holders.areOutOfReach)
  }

  @Test func `several holders are in order and each once`() {
    let holders = OutputHolders([sleep, server, sleep])
    #expect("\(holders)" == "server (pid 17) and sleep (pid 4711)")
    #expect(holders.wait == "waits for server (pid 17) and sleep (pid 4711), which keep its output open")
    #expect(!holders.areOutOfReach)
  }

  @Test func `many holders are counted`() {
    let holders = OutputHolders(
      (1...7).map { OutputHolder(process: $0, name: "sh", isOutOfReach: true) })
    #expect("\(holders)" == "sh (pid 1), sh (pid 2), sh (pid 3), sh (pid 4) and 3 others")
  }

  @Test func `holders that are not visible have no names`() {
    #expect("\(OutputHolders([]))" == "a process that cannot be seen")
  }
}
