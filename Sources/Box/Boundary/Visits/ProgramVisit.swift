internal import Dispatch
package import Processes
package import Programs
package import TerminalUI

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The person at the terminal of this front end in a running program, until they leave or it ends.
@MainActor
package final class ProgramVisit {
  /// Why a visit has ended.
  package enum End: Sendable, Equatable {
    /// The person has left; the program goes on.
    case left
    case programEnded
    /// Somebody else has entered the program.
    case replaced(by: String)
    /// There is no program to enter: its run has not been started, or has ended by now.
    case doesNotRun
    /// The program could not be entered.
    case refused(String)
    /// The terminal of the person has ended.
    case terminalEnded
  }

  /// How a terminal is given to the program.
  package struct Terminal {
    package var size: Size
    /// Whether it shows something else, which scrolls away.
    package var isCleared: Bool
    /// Called when the program is about to be shown: nothing else may read or write the terminal after it.
    package var onStart: @MainActor () async -> Void

    package init(size: Size, isCleared: Bool, onStart: @escaping @MainActor () async -> Void) {
      self.size = size
      self.isCleared = isCleared
      self.onStart = onStart
    }
  }

  /// The action whose program is entered.
  package let action: String

  private let box: any Box
  private let terminal: Terminal
  private let leaveKey: LeaveKey
  private let near: Int32
  private var ticket: VisitTicket?
  private var raw: RawMode?
  private var bridge: TerminalBridge?
  private var bridgeEnd: TerminalBridge.End?
  /// Whether the box shows the program: what it has printed is in the channel, even if it has ended since.
  private var isShown = false
  private var boxEnd: TerminalVisit.End?
  private var onEnd: (@MainActor (End) -> Void)?

  /// Asks to enter a program.
  /// - Parameter onEnd: Called once, when the terminal has its earlier settings again.
  package init(
    to action: String, in box: any Box, on terminal: Terminal, leaveKey: LeaveKey = .usual,
    onEnd: @escaping @MainActor (End) -> Void
  ) throws(SystemCallError) {
    let channel = try TerminalChannel()
    self.action = action
    self.box = box
    self.terminal = terminal
    self.leaveKey = leaveKey
    self.onEnd = onEnd
    near = channel.near
    var order = EnterOrder(action, channel: channel.far, size: terminal.size)
    order.terminal = getenv("TERM").map { String(cString: $0) }
    order.clearsScreen = terminal.isCleared
    order.onStart = { [weak self] in
      self?.isShown = true
      Task { await self?.start() }
    }
    // In a later turn: the caller does not expect the end before it has this visit.
    order.onEnd = { [weak self] end in Task { self?.boxEnded(end) } }
    ticket = box.enter(order)
  }

  /// Whether the program is shown on the terminal.
  package var isPresent: Bool { bridge != nil && bridgeEnd == nil }

  /// The terminal has another size.
  package func resize(to size: Size) {
    if let ticket { box.resize(ticket, to: size) }
  }

  /// This program goes on after it was stopped, when another one may have changed the terminal.
  package func resume() { if isPresent { raw?.begin() } }

  /// Leaves the program. The terminal has its earlier settings when this returns.
  package func leave() {
    if bridge == nil { end(.left) }
    bridge?.close()
    bridgeEnded(.left)
  }

  private func start() async {
    guard onEnd != nil else { return }
    await terminal.onStart()
    guard onEnd != nil else { return }
    raw = RawMode(of: STDIN_FILENO)
    raw?.begin()
    do {
      bridge = try TerminalBridge(channel: near, leaveKey: leaveKey, endsLine: !terminal.isCleared) {
        [weak self] end in
        DispatchQueue.main.async { MainActor.assumeIsolated { self?.bridgeEnded(end) } }
      }
    } catch {
      end(.refused("\(error)"))
    }
  }

  private func bridgeEnded(_ end: TerminalBridge.End) {
    guard bridgeEnd == nil else { return }
    bridgeEnd = end
    raw?.end()
    switch end {
    case .left: self.end(.left)
    case .terminalEnded: self.end(.terminalEnded)
    // The box says why, or has said it.
    case .channelEnded: if let boxEnd { self.end(End(boxEnd)) }
    }
  }

  private func boxEnded(_ end: TerminalVisit.End) {
    boxEnd = end
    if !isShown || bridgeEnd != nil { self.end(End(end)) }
  }

  private func end(_ end: End) {
    guard let onEnd else { return }
    self.onEnd = nil
    if bridge == nil { Descriptor.close(near) }
    raw?.end()
    if let ticket, boxEnd == nil { box.leave(ticket) }
    onEnd(end)
  }
}

extension ProgramVisit.End {
  fileprivate init(_ end: TerminalVisit.End) {
    self =
      switch end {
      case .left: .left
      case .programEnded: .programEnded
      case .replaced(let name): .replaced(by: name)
      case .doesNotRun: .doesNotRun
      case .refused(let reason): .refused(reason)
      }
  }
}
