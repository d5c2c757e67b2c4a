internal import Boundary
package import Wire

/// What a box knows of one front end, which sends requests over a line.
@MainActor
package protocol Session: AnyObject {
  /// Takes a request of the front end.
  /// - Parameter descriptors: Takes the descriptors that came with it; otherwise they are closed.
  func receive(_ request: Request, descriptors: () -> [Int32])
  /// The connection is no longer congested.
  func drained()
}

/// The connection of a front end, as its session uses it.
package struct SessionLine {
  private enum Way {
    case encoded(@MainActor (_ message: [UInt8]) -> Void)
    case passed(@MainActor (BoxEvent) -> Void)
  }

  private let way: Way
  /// Whether the front end reads more slowly than messages are sent.
  package var isCongested: @MainActor () -> Bool
  /// Ends the connection when everything is sent.
  package var finish: @MainActor () -> Void
  /// Delivers no messages of the front end while it is paused.
  package var setPaused: @MainActor (Bool) -> Void
  /// The process of the front end; nil if that is not known.
  package var process: Int32?

  /// A connection that sends messages.
  package init(
    send: @escaping @MainActor (_ message: [UInt8]) -> Void,
    isCongested: @escaping @MainActor () -> Bool = { false },
    finish: @escaping @MainActor () -> Void = {}, setPaused: @escaping @MainActor (Bool) -> Void = { _ in },
    process: Int32? = nil
  ) {
    way = .encoded(send)
    (self.isCongested, self.finish, self.setPaused) = (isCongested, finish, setPaused)
    self.process = process
  }

  /// A connection to a front end in the same process, which gets the events themselves.
  init(
    passing pass: @escaping @MainActor (BoxEvent) -> Void, isCongested: @escaping @MainActor () -> Bool,
    setPaused: @escaping @MainActor (Bool) -> Void
  ) {
    way = .passed(pass)
    (self.isCongested, self.setPaused) = (isCongested, setPaused)
    finish = {}
  }

  /// Sends an event.
  @MainActor
  func send(_ event: BoxEvent) {
    switch way {
    case .encoded(let send): send(event.line)
    case .passed(let pass): pass(event)
    }
  }

  /// Whether the front end is in the same process.
  var passesValues: Bool {
    if case .passed = way { true } else { false }
  }

  /// Sends a situation: to a front end in another process as the difference from what it knows, and nothing
  /// if there is none.
  @MainActor
  func send(_ news: StateNews) {
    switch way {
    case .encoded(let send):
      let difference = news.situation.difference(from: news.before ?? Situation(title: ""))
      if let difference { return send(BoxEvent.stateLine(difference)) }
      if news.before == nil { send(BoxEvent.stateLine(Array("{}".utf8))) }
    case .passed(let pass): pass(.situation(news.situation))
    }
  }
}
