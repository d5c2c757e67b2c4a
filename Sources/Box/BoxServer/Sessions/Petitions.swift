internal import Board
internal import Boundary
internal import Jobs
internal import SignalboxCore
internal import Wire

/// What agents ask the people at the panels of a box.
@MainActor
final class Petitions {
  /// What has become of one.
  enum Decision {
    /// A person has said yes to this question.
    case yes(String, PressEntry.Yes)
    /// Why it does not start, as it follows the name of the action.
    case no(String, PressEntry.What)
  }

  private struct Pending {
    let petition: Petition
    let order: StartOrder
    let definition: ActionDefinition
    weak var session: FrontEndSession?
    let deadline: any Cancellable
    let decide: @MainActor (Decision) -> Void
  }

  private let board: HostedBoard
  private var pending: [Pending] = []
  private var lastID: UInt64 = 0

  /// How long one waits for a person.
  private static let lifetime = Duration.seconds(600)
  /// The most that wait at once.
  private static let limit = 8

  init(_ board: HostedBoard) { self.board = board }

  /// Asks, unless the guard does not let the action start, or nobody is there.
  func add(
    _ order: StartOrder, by session: FrontEndSession, on host: BoxHost,
    _ decide: @escaping @MainActor (Decision) -> Void
  ) {
    guard let job = board.interlocking[order.action] else {
      return decide(.no("there is no such action", .refused))
    }
    let definition = job.definition
    let agent = session.hello?.name ?? "an agent"
    let question = AgentRules.question(of: definition, agent: agent) ?? definition.confirmation
    guard let question else {
      return decide(.no("it asks nobody, so that it can be started at once", .refused))
    }
    if let reason = refusal(order) { return decide(.no(reason, .refused)) }
    guard host.hasDecider else {
      return decide(
        .no(
          "it asks a person \"\(question)\", and no panel is open: a person can open one with `signalbox`, and then "
            + "you can press again", .unanswered))
    }
    guard !pending.contains(where: { $0.session === session && $0.order.action == order.action }) else {
      return decide(.no("a person is being asked about it already", .refused))
    }
    guard host.note(.unanswered, order.action, input: order.input, by: session, reason: "a person is asked")
    else {
      return decide(
        .no("it asks a person, and what is asked cannot be written into the record of the board", .refused))
    }
    guard pending.count < Self.limit else {
      return decide(.no("too many questions wait for a person", .refused))
    }
    lastID += 1
    let id = lastID
    var petition = Petition()
    (petition.id, petition.action, petition.question, petition.agent) = (id, order.action, question, agent)
    petition.input = definition.form.shown(definition.form.completed(order.input))
    petition.since = board.now
    let environment = board.interlocking.environment
    let deadline = environment.scheduler.perform(every: Self.lifetime) { [weak self] in
      environment.onMain { self?.end(id, .no("no person has answered for 10 minutes", .unanswered)) }
    }
    pending.append(
      Pending(
        petition: petition, order: order, definition: definition, session: session, deadline: deadline,
        decide: decide))
    publish()
    host.notify(
      Notice(
        action: order.action, title: "\(agent) wants \(definition.title)", change: .asks, message: question,
        policy: NotifyPolicy([.asks])))
  }

  /// A person has answered. The guard is evaluated again by the start.
  func decide(_ id: Petition.ID, yes: Bool, by person: String) {
    guard let asked = pending.first(where: { $0.petition.id == id }) else { return }
    let answer = PressEntry.Yes(how: "panel", who: person, after: board.now - asked.petition.since)
    end(
      id, yes ? .yes(asked.petition.question, answer) : .no("\(person) said no. Do not ask again", .declined))
  }

  /// An agent has gone.
  func withdraw(of session: FrontEndSession) {
    for one in pending where one.session === session {
      end(one.petition.id, .no("the agent has gone", .withdrawn))
    }
  }

  /// Ends all questions, since the box is stopped. An agent whose question is still open when the box ends
  /// starts another box, and asks again there.
  func stop() {
    for one in pending {
      end(one.petition.id, .no("the question was withdrawn: the box is stopped", .withdrawn))
    }
  }

  /// The board, or something on it, has changed.
  func changed() {
    for one in pending {
      guard board.interlocking[one.order.action]?.definition == one.definition else {
        end(one.petition.id, .no("the question was withdrawn: the board has changed", .withdrawn))
        continue
      }
      if let reason = refusal(one.order) {
        end(one.petition.id, .no("the question was withdrawn: \(reason)", .withdrawn))
      }
    }
  }

  /// Why the order would be refused now, whatever a person says; nil if it would not.
  private func refusal(_ order: StartOrder) -> String? {
    board.situation[order.action]?.refusal(input: order.input)
  }

  private func end(_ id: Petition.ID, _ decision: Decision) {
    guard let index = pending.firstIndex(where: { $0.petition.id == id }) else { return }
    let ended = pending.remove(at: index)
    ended.deadline.cancel()
    publish()
    ended.decide(decision)
  }

  private func publish() { board.petitions = pending.map(\.petition) }
}
