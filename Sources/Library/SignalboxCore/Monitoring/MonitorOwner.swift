/// How long something is monitored: while an object exists, or as long as what is monitored.
///
/// `@unchecked Sendable`: both properties are set once, and the reference to the owner is only read.
final class MonitorOwner: @unchecked Sendable {
  private weak let owner: AnyObject?
  private let isNeeded: Bool

  /// - Parameter owner: The object; nil for no limit.
  init(_ owner: AnyObject?) {
    self.owner = owner
    isNeeded = owner != nil
  }

  /// Runs `body`, unless the owner was released. The owner is kept alive meanwhile. Call without locks.
  func whileAlive(_ body: () -> Void) {
    let owner = owner
    if isNeeded, owner == nil { return }
    withExtendedLifetime(owner, body)
  }
}
