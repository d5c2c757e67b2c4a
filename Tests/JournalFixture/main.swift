// Prints what the journal of results costs, in microseconds.
//
//     JournalFixture RUNS DIRECTORY      such as 20000 /tmp

import Board
import Boundary
import BoxServer
import Foundation
import Jobs

let arguments = CommandLine.arguments
guard arguments.count == 3, let count = Int(arguments[1]), count > 0 else {
  print("see main.swift")
  exit(2)
}
let path = arguments[2] + "/results-\(UUID())"
defer { unlink(path) }
let names = (1...20).map { "action\($0)" }
let board = try Board.parse(
  "actions: {\(names.map { "\($0): {run: make \($0)}" }.joined(separator: ", "))}", file: "signalbox.yml")

func makeJournal() -> ResultJournal { ResultJournal(path, for: board) { print($0) } }

func event(_ number: Int, _ outcome: RunOutcome?) -> RunEvent {
  var run = RunHistory.Entry(
    number: number / names.count + 1, start: .seconds(number), cause: .person, starter: "panel on pts/3",
    input: nil, firstLine: number)
  run.attempts = 1
  run.attemptStart = .seconds(number)
  run.ending = outcome.map { RunHistory.Ending(outcome: $0, time: .seconds(number + 1)) }
  return RunEvent(
    action: board.actions[number % names.count], run: run, value: "42 tests", exitCode: 0,
    time: .seconds(number + 1))
}

let journal = makeJournal()
var times: [Duration] = []
for number in 0..<count {
  let (begin, end) = (event(number, nil), event(number, .succeeded))
  times.append(ContinuousClock().measure { journal.take(begin) })
  journal.take(end)
}
times.sort()
func show(_ name: String, _ time: Duration) { print(name, time / .microseconds(1)) }
show("start of a run, median", times[count / 2])
show("start of a run, 99 of 100", times[count * 99 / 100])
show("start of a run that shortens the file", times[count - 1])
let starts = (0..<20).map { _ in ContinuousClock().measure { _ = makeJournal().remembered(at: .zero) } }
  .sorted()
show("start of a box with 20 actions of 50 runs", starts[10])
show(
  "list without a box",
  ContinuousClock().measure { _ = ResultJournal.remembered(in: path, for: board, at: .zero) })
