internal import Agents
internal import Board
internal import Boundary
internal import BoxClient
internal import Dispatch
internal import Essentials
internal import Processes
internal import Wire

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The seat of an agent on real descriptors, at a real board.
@MainActor
final class AgentSession {
  private let board: AgentBoard
  private var seat: Seat
  private let output: OutputQueue
  private let end: @MainActor () -> Void
  private var signals: SignalSource?
  private var timer: (any DispatchSourceTimer)?
  /// The box, or what earlier ones have kept; nil before the board was found.
  private var box: ServedBox?
  /// The calls that wait for past runs, in order: a connection looks at those of one action.
  private var historyCalls: [(call: Int, action: String)] = []
  /// The calls that wait for a guard.
  private var holds: [Int: HoldTicket] = [:]
  private var hasEnded = false

  init(_ board: AgentBoard, end: @escaping @MainActor () -> Void) throws {
    self.board = board
    self.end = end
    var generator = SystemRandomNumberGenerator()
    let key = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    seat = Seat(
      Seat.Setup(
        version: ProgramVersion.version, board: board.name, isReadOnly: board.isReadOnly, key: key))
    output = OutputQueue(STDOUT_FILENO) { _ in ProcessEnd.withStatus(0) }
    signals = try SignalSource(signals: [SIGTERM, SIGINT, SIGHUP])
    signals?.onSignal = { [weak self] _ in self?.finish() }
    try readInput()
  }

  // MARK: The client

  /// Reads on a thread of its own: standard input may be anything, also a file.
  private func readInput() throws {
    let pause = try InputPause(output.flow)
    try DedicatedThread.start("agent input", takesSignals: false) { [weak self] in
      var splitter = LineSplitter()
      var buffer = [UInt8](repeating: 0, count: 64 * 1024)
      while true {
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        for piece in splitter.take(buffer[..<count]) {
          // What the client sends waits in its pipe while this has not been taken, or answers are not read.
          let taken = DispatchSemaphore(value: 0)
          DispatchQueue.main.async {
            MainActor.assumeIsolated { self?.take(piece: piece) }
            taken.signal()
          }
          taken.wait()
          pause.wait(for: STDIN_FILENO)
        }
      }
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.take(.endOfInput) } }
    }
  }

  private func take(piece: LineSplitter.Piece) {
    switch piece {
    case .line(let line): take(.line(line))
    case .tooLong: take(.tooLong)
    }
  }

  /// Passes an event to the seat, and does what it wants.
  private func take(_ event: SeatEvent) {
    guard !hasEnded else { return }
    for effect in seat.take(event, at: Self.now) { perform(effect) }
    setTimer()
  }

  private nonisolated static var now: Duration { .nanoseconds(Int64(DispatchTime.now().uptimeNanoseconds)) }

  private func setTimer() {
    timer?.cancel()
    timer = nil
    guard !hasEnded, let deadline = seat.deadline else { return }
    let timer = DispatchSource.makeTimerSource(queue: .main)
    let rest = max(deadline - Self.now, .zero)
    timer.schedule(deadline: .now() + .nanoseconds(Int(clamping: Int64(rest / .nanoseconds(1)))))
    timer.setEventHandler { @Sendable [weak self] in MainActor.assumeIsolated { self?.take(.time) } }
    timer.resume()
    self.timer = timer
  }

  private func perform(_ effect: SeatEffect) {
    switch effect {
    case .send(let bytes, let mayBeDropped):
      if mayBeDropped, output.flow.isHeld { return }
      output.write(bytes + [UInt8(ascii: "\n")])
    case .reach(let startsBox, let name): reach(startsBox: startsBox, name)
    case .start(let call, let start): self.start(call, start)
    case .cancel(let action): box?.cancel(.action(action))
    case .lines(let call, let action, let from, let run): lines(call, of: action, from: from, run: run)
    case .history(let call, let action): history(call, of: action)
    case .explain(let call, let action):
      guard let box else { return later(.explained(call: call, nil)) }
      box.explain(action) { [weak self] in self?.later(.explained(call: call, $0)) }
    case .plan(let call, let action):
      guard let box else { return later(.planned(call: call, nil)) }
      box.plan(action) { [weak self] in self?.later(.planned(call: call, $0)) }
    case .hold(let call, let text): hold(call, text)
    case .forgetGuard(let call): holds.removeValue(forKey: call).map { box?.forget($0) }
    case .end: finish()
    }
  }

  /// Passes an event in a later turn, after the effects of the present one.
  private func later(_ event: SeatEvent) {
    DispatchQueue.main.async { MainActor.assumeIsolated { self.take(event) } }
  }

  private func finish() {
    guard !hasEnded else { return }
    hasEnded = true
    timer?.cancel()
    Task {
      await output.flushBriefly()
      end()
    }
  }

  // MARK: The board

  private func reach(startsBox: Bool, _ name: String) {
    Task {
      switch await board.find(startsBox: startsBox, agent: name) {
      case .failed(let reason): take(.reached(.failed(reason)))
      case .kept(let box):
        self.box = box
        take(.reached(.kept(box.situation, now: box.now)))
      case .live(let box):
        self.box = box
        box.onChange = { [weak self, weak box] in if let box { self?.changed(box) } }
        box.onEnd = { [weak self, weak box] end in if let box { self?.ended(box, end) } }
        if let end = box.end { return take(.reached(.failed("the box has ended: \(Self.words(end))"))) }
        take(.reached(.live(box.situation, now: box.now)))
      }
    }
  }

  private func changed(_ box: ServedBox) {
    guard box === self.box, !box.hasEnded else { return }
    take(.situation(box.situation, now: box.now))
  }

  private func ended(_ box: ServedBox, _ end: ServedBox.End) {
    guard box === self.box else { return }
    for (call, _) in historyCalls { later(.history(call: call, RunHistory())) }
    historyCalls = []
    holds = [:]
    later(.boxEnded(Self.words(end)))
  }

  private static func words(_ end: ServedBox.End) -> String {
    switch end {
    case .gone: "its connection was closed"
    case .silent: "it does not answer"
    case .farewell(let reason), .refused(let reason), .confused(let reason): reason
    }
  }

  private func start(_ call: Int, _ start: SeatStart) {
    guard let box, box.isShared else {
      return later(.answered(call: call, .notTaken("there is no box")))
    }
    // The box works with the board that is in the file now, as with `run`.
    let digest: String?
    switch board.read() {
    case .success(let found): digest = found.1.source.digest
    case .failure(let failure): return later(.answered(call: call, .refused(failure.description)))
    }
    var order = StartOrder(start.action, input: start.input, confirmed: start.confirmed)
    order.isPetition = start.isPetition
    order.onAnswer = { [weak self] in self?.later(.answered(call: call, $0)) }
    order.onEnd = { [weak self] in self?.later(.ended(call: call, $0)) }
    box.prepare = { $0.board = digest }
    box.start(order)
  }

  private func lines(_ call: Int, of action: String, from: Int, run: Int?) {
    guard let box else { return later(.lines(call: call, nil)) }
    box.lines(of: action, from: from, run: run) { [weak self] in self?.later(.lines(call: call, $0)) }
  }

  private func hold(_ call: Int, _ text: String) {
    guard let box, box.isShared, !box.hasEnded else { return later(.held(call: call, .ended)) }
    holds[call] = box.awaitGuard(
      HoldOrder(text, isPatient: true) { [weak self] answer in
        self?.holds[call] = nil
        self?.later(.held(call: call, answer))
      })
  }

  // MARK: Past runs

  private func history(_ call: Int, of action: String) {
    guard let box, !box.hasEnded else {
      return later(.history(call: call, box?.history(of: action) ?? RunHistory()))
    }
    historyCalls.append((call, action))
    if historyCalls.count == 1 { lookNext(box) }
  }

  /// Looks at the past runs of the next action. They are sent again, because nothing was looked at before.
  private func lookNext(_ box: ServedBox) {
    guard let next = historyCalls.first else { return }
    box.attention = Attention()
    box.onHistory = { [weak self, weak box] runs in
      guard let self, let box, !historyCalls.isEmpty else { return }
      box.onHistory = nil
      historyCalls.removeFirst()
      later(.history(call: next.call, runs))
      lookNext(box)
    }
    box.attention = Attention(history: next.action)
  }
}
