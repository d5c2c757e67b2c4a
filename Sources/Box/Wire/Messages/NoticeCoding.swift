internal import Board
package import Boundary

extension BoxEvent.NoticeSent {
  package init(_ notice: Notice) {
    self.init()
    action = notice.action
    title = notice.title
    change = notice.change.rawValue
    message = notice.message
    bell = notice.policy.ringsBell
    desktop = notice.policy.showsOnDesktop
  }
}

extension Notice {
  /// Nil for a change that this version does not know.
  package init?(_ sent: BoxEvent.NoticeSent) {
    guard let change = NotifyPolicy.Change(rawValue: sent.change) else { return nil }
    self.init(
      action: sent.action, title: sent.title, change: change, message: sent.message,
      policy: NotifyPolicy([change], ringsBell: sent.bell, showsOnDesktop: sent.desktop))
  }
}
