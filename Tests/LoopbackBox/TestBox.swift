package import Boundary
internal import BoxClient
internal import BoxServer
package import Jobs
internal import SignalboxCore
package import SignalboxTesting
package import Wire

/// The box of a test: reached in place or through messages, in virtual time.
@MainActor
package final class TestBox {
  /// The box as a front end sees it.
  package let box: any Box
  /// The same box, in the process that has the board file.
  package let home: PrivateBox
  private let line: LoopbackLine?
  private let host: BoxHost?

  /// - Parameters:
  ///   - way: How the front end reaches the box.
  ///   - kind: What kind of front end it is, if the box is served.
  package init(
    _ interlocking: Interlocking, _ scheduler: TestScheduler, way: BoxWay, kind: FrontEndKind,
    isReadOnly: Bool = false
  ) {
    guard way == .served else {
      home = PrivateBox(interlocking)
      (box, line, host) = (home, nil, nil)
      return
    }
    let host = BoxHost(interlocking, identity: BoxEvent.Hello()) { SessionPace(scheduler) }
    let line = LoopbackLine(host) { block in scheduler.schedule { MainActor.assumeIsolated { block() } } }
    var hello = Request.Hello()
    (hello.kind, hello.name, hello.isReadOnly) = (kind, kind.rawValue, isReadOnly)
    let served = ServedBox(line, of: host, hello: hello)
    served.holdsCommands = kind == .run
    (home, box, self.line, self.host) = (host.box, served, line, host)
    // A front end waits for the situation before it shows anything.
    scheduler.advance()
  }
}
