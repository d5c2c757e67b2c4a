internal import Boundary
internal import Jobs
internal import Processes
internal import TerminalUI
internal import Wire

/// The programs that one front end has entered.
@MainActor
final class OwnVisits {
  private var visits: [UInt64: VisitTicket] = [:]
  private let send: @MainActor (BoxEvent) -> Void

  /// - Parameter send: Sends an event to the front end.
  init(send: @escaping @MainActor (BoxEvent) -> Void) { self.send = send }

  func enter(
    _ enter: Request.Enter, _ descriptors: () -> [Int32], by session: FrontEndSession, on host: BoxHost
  ) {
    let descriptors = descriptors()
    if let reason = refusal(enter, descriptors, by: session, on: host) {
      for descriptor in descriptors { Descriptor.close(descriptor) }
      return send(.exited(BoxEvent.Exited(enter.id, .refused(reason))))
    }
    let size = Size(width: enter.columns, height: enter.rows)
    var order = EnterOrder(enter.action, channel: descriptors[0], size: size)
    (order.terminal, order.clearsScreen) = (enter.terminal, enter.clearsScreen)
    order.onStart = { [weak self] in self?.send(.entered(BoxEvent.Entered(enter.id))) }
    order.onEnd = { [weak self] end in
      self?.visits[enter.id] = nil
      self?.send(.exited(BoxEvent.Exited(enter.id, end)))
    }
    visits[enter.id] = host.board.enter(order, by: session.name)
  }

  /// Why nothing is entered; nil if nothing is against it but, perhaps, the state of the action.
  private func refusal(
    _ enter: Request.Enter, _ descriptors: [Int32], by session: FrontEndSession, on host: BoxHost
  ) -> String? {
    if session.hello?.isReadOnly != false { return "this front end is read-only" }
    if descriptors.count != 1 { return "a channel to the program is needed" }
    if enter.columns < 1 || enter.rows < 1 { return "the size of the terminal is needed" }
    return visits[enter.id] == nil ? nil : "a visit with the number \(enter.id) has not ended"
  }

  func resize(_ resize: Request.Resize, on host: BoxHost) {
    guard let ticket = visits[resize.id], resize.columns > 0, resize.rows > 0 else { return }
    host.board.resize(ticket, to: Size(width: resize.columns, height: resize.rows))
  }

  func leave(_ id: UInt64, on host: BoxHost) {
    if let ticket = visits[id] { host.board.leave(ticket) }
  }

  /// The front end has gone.
  func leaveAll(on host: BoxHost) {
    for ticket in visits.values { host.board.leave(ticket) }
  }
}
