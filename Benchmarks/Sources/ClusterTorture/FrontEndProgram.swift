import Board
import Boundary
import BoxClient
import Dispatch
import Foundation
import Glibc
import Rendezvous
import Wire

/// A front end in the network of a box, which presses what its standard input says, and prints the answers.
/// It ends with the box.
///
///     press 17 a1 17 250 succeeds        →  answer 17 TIME TIME accepted takeover a1 RUN,RUN it is dead →
///     took a1 has no lost run own 3                              →  own 3 TIME TIME accepted dismiss
@MainActor
enum FrontEndProgram {
  private static var box: ServedBox?
  private static var lost: Set<String> = []
  private static var wasConnected = false
  /// What etcd has lost, as the box says.
  private static var dataLoss: String?

  nonisolated static func run(_ path: String, name: String) -> Never {
    Task { @MainActor in
      do {
        try await connect(path, name)
        Thread.detachNewThread {
          while let line = readLine() { DispatchQueue.main.async { MainActor.assumeIsolated { obey(line) } } }
          exit(0)
        }
      } catch {
        Output.write("trouble \(error)")
        exit(1)
      }
    }
    dispatchMain()
  }

  private static func connect(_ path: String, _ name: String) async throws {
    let places = try BoxPlaces(BoardIdentity(path: path), environment: ProcessInfo.processInfo.environment)
    var hello = Request.Hello()
    hello.name = name
    // The box stays as long as this does.
    hello.kind = .panel
    while box == nil {
      box = try? await BoxConnection.open(
        places, hello: hello, everyChange: true, checksPulse: false, start: nil)?.box
      if box == nil { try await Task.sleep(for: .milliseconds(20)) }
    }
    box?.onChange = { look() }
    box?.onEnd = { end in
      Output.write("gone \(end)")
      exit(0)
    }
    Output.write("here")
    look()
  }

  private static var dataLosses: [Situation.Problem] {
    box?.situation.problems.filter { $0.message.contains("has lost its data") } ?? []
  }

  private static func look() {
    guard let box else { return }
    let isConnected = box.situation.cluster.map { $0.silentSince == nil } ?? false
    if isConnected != wasConnected {
      wasConnected = isConnected
      Output.write(isConnected ? "connected \(Moment.now)" : "silent \(Moment.now)")
    }
    let loss = dataLosses.first?.message
    if loss != dataLoss {
      dataLoss = loss
      Output.write(loss.map { "loss \($0)" } ?? "dismissed")
    }
    var present: Set<String> = []
    for action in box.situation.actions {
      for run in action.shared?.runs ?? [] where run.lostSince != nil {
        present.insert("\(action.id) \(run.id)")
      }
    }
    for run in present.subtracting(lost) { Output.write("lost \(run) \(Moment.now)") }
    for run in lost.subtracting(present) { Output.write("found \(run)") }
    lost = present
  }

  private static func obey(_ line: String) {
    let words = line.split(separator: " ", maxSplits: 3).map(String.init)
    switch words.first {
    case "press" where words.count == 4: press(words[1], words[2], words[3])
    case "takeover" where words.count == 4:
      let action = words[1]
      var order = TakeOverOrder(
        action, runs: words[2].split(separator: ",").map(String.init), reason: words[3])
      order.onAnswer = { answer in
        let reason =
          switch answer {
          case .done: ""
          case .refused(let reason), .unavailable(let reason, _): reason
          }
        Output.write("took \(action) \(reason)")
      }
      box?.takeOver(order)
    case "own" where words.count == 2: start(StartOrder(TortureBoard.own), "own \(words[1])")
    case "dismiss": for problem in dataLosses { box?.dismiss(problem.id) }
    default: Output.write("trouble \(line)")
    }
  }

  private static func press(_ number: String, _ action: String, _ input: String) {
    start(StartOrder(action, input: .text(input)), "answer \(number)")
  }

  private static func start(_ order: StartOrder, _ name: String) {
    var order = order
    let asked = Moment.now
    order.onAnswer = { answer in
      let text =
        switch answer {
        case .accepted: "accepted"
        case .upToDate(let words): "refused \(words)"
        case .refused(let reason), .unavailable(let reason, _), .notTaken(let reason): "refused \(reason)"
        case .unknown: "unknown"
        }
      Output.write("\(name) \(asked) \(Moment.now) \(text)")
    }
    order.isDetached = true
    box?.start(order)
  }
}
