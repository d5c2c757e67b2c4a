internal import Boundary
internal import Jobs
internal import Wire

/// The guards that one front end waits for.
@MainActor
final class OwnWaits {
  /// The most of them at a time.
  static let limit = 64

  private var tickets: [UInt64: HoldTicket] = [:]
  private let send: @MainActor (BoxEvent) -> Void

  /// - Parameter send: Sends an event to the front end.
  init(send: @escaping @MainActor (BoxEvent) -> Void) { self.send = send }

  func wait(_ holds: Request.Holds, on host: BoxHost) {
    if let refusal = refusal(holds) { return send(.held(BoxEvent.Held(holds.id, .refused(refusal)))) }
    let order = HoldOrder(holds.text, isPatient: holds.isPatient) { [weak self] answer in
      self?.tickets[holds.id] = nil
      self?.send(.held(BoxEvent.Held(holds.id, answer)))
    }
    tickets[holds.id] = host.board.awaitGuard(order)
  }

  private func refusal(_ holds: Request.Holds) -> String? {
    if tickets[holds.id] != nil { return "the guard with the number \(holds.id) is waited for already" }
    return tickets.count < Self.limit ? nil : "at most \(Self.limit) guards can be waited for at a time"
  }

  func forget(_ id: UInt64, on host: BoxHost) {
    if let ticket = tickets.removeValue(forKey: id) { host.board.forget(ticket) }
  }

  /// The front end has gone.
  func forgetAll(on host: BoxHost) { for id in tickets.keys { forget(id, on: host) } }
}
