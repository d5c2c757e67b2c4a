internal import Boundary
package import BoxClient
package import BoxServer
package import Jobs
internal import SignalboxCore
package import SignalboxTesting
package import Wire

/// The box of a test in virtual time, as a front end sees it over a line.
@MainActor
package final class TestBox {
  /// The box as a front end sees it.
  package let box: ServedBox
  /// The board of the same box.
  package var home: HostedBoard { host.board }
  private let host: BoxHost

  /// - Parameters:
  ///   - kind: What kind of front end it is.
  ///   - isShared: Whether runs go on when it leaves.
  ///   - flow: What all commands wait for while it does not read; nil if they do not.
  package init(
    _ interlocking: Interlocking, _ scheduler: TestScheduler, kind: FrontEndKind, isShared: Bool = true,
    isReadOnly: Bool = false, flow: SharedFlow? = nil
  ) {
    host = BoxHost(interlocking, isShared: isShared, flow: flow) { SessionPace(scheduler) }
    host.begin()
    var hello = Request.Hello()
    (hello.kind, hello.name, hello.isReadOnly) = (kind, isShared ? kind.rawValue : "", isReadOnly)
    if isShared {
      let line = LoopbackLine(host) { block in scheduler.schedule { MainActor.assumeIsolated { block() } } }
      box = ServedBox(line, of: host, hello: hello)
      box.holdsCommands = kind == .run
    } else {
      let (line, home) = (InnerLine(host), host.board)
      let box = ServedBox(
        isShared: false, everyChange: true, now: { home.now }, line: line.frontEnd(saying: hello))
      line.onEvent = { [weak box] in box?.receive($0) }
      self.box = box
    }
    // A front end waits for the situation before it shows anything.
    scheduler.advance()
  }
}
