internal import Board
internal import Boundary
internal import Programs

/// Lists the alerts of an Alertmanager, and fails if one fires.
struct AlertsWork: JobWork {
  /// The most alerts that the output names.
  private static let printLimit = 100

  let probe: AlertsProbe

  func perform(_ attempt: Attempt) async throws {
    let list = try AlertList(
      await attempt.ask(probe.server, named: "Alertmanager") { value in try probe.request(value) })
    attempt.print(list.firing.prefix(Self.printLimit).map { .note($0.text) })
    if list.firing.count > Self.printLimit {
      attempt.print([.note("and \(list.firing.count - Self.printLimit) more")])
    }
    attempt.display.show { $0.value = list.value }
    if let failure = list.failure { throw JobFailure.unhealthy(failure) }
  }
}
