import Processes

/// Measures runs of `true`, one after the other, with and without a keeper.
struct StartCost {
  let count: Int
  let directory: String

  func run() async throws {
    let journal = try GroupJournal(path: directory + "/groups")
    let runners = [
      ("alone", CommandRunner()), ("keeper", CommandRunner(keeper: try Keeper())),
      ("keeper and journal", CommandRunner(keeper: try Keeper(journal: journal))),
    ]
    for round in 0..<4 {
      for (name, runner) in runners {
        var times: [Duration] = []
        for _ in 0..<count {
          times.append(
            await ContinuousClock().measure { _ = await runner.run(.arguments(["true"])) { _ in } })
        }
        // The first round warms up.
        if round > 0 { print(name, times.sorted()[count / 2] / .microseconds(1)) }
      }
    }
  }
}
