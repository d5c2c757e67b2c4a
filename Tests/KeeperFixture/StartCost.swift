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
    var times = [[Duration]](repeating: [], count: runners.count)
    // Alternately, so that other work of the machine slows down all of them.
    for _ in 0..<count {
      for (index, runner) in runners.enumerated() {
        let time = await ContinuousClock().measure {
          _ = await runner.1.run(.arguments(["true"])) { _ in }
        }
        times[index].append(time)
      }
    }
    for (runner, times) in zip(runners, times) {
      print(runner.0, times.sorted()[count / 2] / .microseconds(1))
    }
  }
}
