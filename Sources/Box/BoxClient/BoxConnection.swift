internal import Boundary
internal import Dispatch
internal import Processes
package import Rendezvous
package import Wire

/// Connects a front end to the box of its board, and starts the box if there is none.
package enum BoxConnection {
  /// Why there is no box to work with. The description is one line for people.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
  }

  /// Connects.
  /// - Parameters:
  ///   - hello: Who the front end is.
  ///   - everyChange: Whether each change is needed.
  ///   - checksPulse: Whether a box that does not answer for some time counts as one that has ended.
  ///   - start: Starts a box, and returns when it is ready; nil to start none.
  /// - Returns: The box; nil if there is none and none is started.
  @MainActor
  package static func open(
    _ places: BoxPlaces, hello: Request.Hello, everyChange: Bool, checksPulse: Bool,
    start: (@MainActor () async throws -> Void)?
  ) async throws -> (box: ServedBox, hello: BoxEvent.Hello)? {
    let approach = BoxApproach(places, hello: Request.hello(hello).line) { try await start?() }
    let reached = start == nil ? try await approach.reachExisting() : try await approach.reach()
    guard let reached else { return nil }
    let connection = reached.connection
    let answer: BoxEvent?
    do throws(WireError) { answer = try BoxEvent.read(reached.answer.bytes) } catch {
      throw Failure("the box has answered something else than this program expects: \(error)")
    }
    switch answer {
    case .hello(let answer):
      // Both clocks run alike, so that the difference stays as it is now.
      let offset = answer.now - uptime
      let box = ServedBox(
        name: hello.name, everyChange: everyChange, now: { uptime + offset },
        line: BoxLine(
          send: { connection.send($0.line, descriptors: $1) },
          setPaused: { if $0 { connection.pause() } else { connection.resume() } }))
      connection.onMessage = { [weak box] in box?.receive($0.bytes) }
      connection.onClose = { [weak box] _ in box?.close(.gone) }
      connection.resume()
      if checksPulse { checkPulse(of: box) }
      return (box, answer)
    case .refusal(let refusal): throw Failure(refusal.message)
    default: throw Failure("the box has answered something else than this program expects")
    }
  }

  @MainActor
  private static func checkPulse(of box: ServedBox) {
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(deadline: .now() + box.checkPulse(), leeway: .seconds(1))
    timer.setEventHandler { [weak box] in
      MainActor.assumeIsolated {
        guard let box, box.end == nil else { return timer.cancel() }
        timer.schedule(deadline: .now() + box.checkPulse(), leeway: .seconds(1))
      }
    }
    timer.resume()
  }

  private static var uptime: Duration {
    .nanoseconds(Int64(DispatchTime.now().uptimeNanoseconds))
  }
}
