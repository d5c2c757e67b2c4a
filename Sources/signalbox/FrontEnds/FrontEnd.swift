internal import ArgumentParser
internal import Board
internal import Boundary
internal import BoxClient
internal import BoxServer
internal import Configuration
internal import Curses
internal import Dashboard
internal import Dispatch
internal import Essentials
internal import Exporter
internal import Headless
internal import Jobs
internal import Processes
internal import Projects
internal import Rendezvous
internal import Wire

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Starts the front ends: the panel, and boards without a screen.
enum FrontEnd {
  /// Why the panel cannot be drawn; nil if it can.
  static var reasonToWatch: String? {
    guard StandardOutput.isTerminal else { return "standard output is not a terminal" }
    let name = TerminalName.current
    guard name.isDumb else { return nil }
    return "the terminal cannot move its cursor (TERM is \(name.name.isEmpty ? "not set" : name.name))"
  }

  /// What the command line says about the looks of the panel.
  struct Appearance {
    var usesColor: Bool
    var usesOnlyASCII: Bool
    /// The colours of lines on standard output, if the panel cannot be drawn.
    var ink: Ink
  }

  /// Opens the panel and never returns. If it cannot be drawn, watches the board instead.
  /// - Parameter isFound: Whether the person has not named the board.
  static func panel(
    _ choice: BoardChoice, isFound: Bool, appearance: Appearance, isReadOnly: Bool, isPrivate: Bool,
    metrics: MetricsExporter.Settings? = nil
  ) throws {
    if let reasonToWatch {
      StandardError.write("\(reasonToWatch): watching instead of drawing the panel")
      return try watch(
        choice, style: .plain(appearance.ink), isPrivate: isPrivate, isReadOnly: isReadOnly,
        observesOthers: false, metrics: metrics)
    }
    let preferences = try Opening.preferences()
    @MainActor func open(
      _ choice: BoardChoice, _ load: @escaping @MainActor (BoardChoice) throws -> Board
    ) async throws -> (PanelSource, ServedBox) {
      let attachment = Attachment(choice, kind: .panel, isPrivate: isPrivate, isReadOnly: isReadOnly)
      let (box, warning) = try await panelBox(choice, attachment, load)
      let remarks = [
        ProjectRemarks(try? choice.foundProject)?.summary, warning, box.situation.trouble,
      ].compactMap(\.self)
      let source = PanelSource(
        choice: choice, nextBox: attachment.nextBox(),
        reopen: { try await newBox(choice, attachment) }, remarks: remarks)
      return (source, box)
    }
    runMain { () -> Panel in
      // What cannot listen is said before anything starts.
      let exporter = try metrics.map { try MetricsExporter($0) }
      let (source, box) = try await open(choice, Opening.load)
      let terminal = try terminal(appearance, preferences)
      let panel = Panel(
        terminal, source, box: box, preferences: preferences, isReadOnly: isReadOnly,
        usesColor: appearance.usesColor, others: isFound ? OtherChoices { try await open($0, board) } : nil)
      panel.exporter = exporter
      panel.tell(
        source.remarks
          + [
            TerminalName.current.remark(usedAs: terminal.name),
            exporter.map { "Metrics are on \($0.url)" },
          ].compactMap(\.self))
      return panel
    }
  }

  /// Takes the terminal for a panel.
  @MainActor
  static func terminal(_ appearance: Appearance, _ preferences: Dashboard.Preferences) throws -> Terminal {
    try Terminal(
      options: Terminal.Options(
        name: TerminalName.current.name, usesColor: appearance.usesColor,
        usesOnlyASCII: appearance.usesOnlyASCII || preferences.usesOnlyASCII, theme: preferences.theme,
        multiplexer: TerminalName.multiplexer,
        notificationSequence: .init(environment: ProcessInfo.processInfo.environment)))
  }

  /// Another box for a panel whose box has ended.
  @MainActor
  private static func newBox(_ choice: BoardChoice, _ attachment: Attachment) async throws -> ServedBox {
    _ = try board(choice)
    guard case .served(let box) = try await attachment.open(everyChange: false) else {
      throw BoxConnection.Failure("There can be no box any more")
    }
    await box.waitForSituation()
    return box
  }

  /// Reads a board for a panel that is drawn already.
  private static func board(_ choice: BoardChoice) throws(BoxConnection.Failure) -> Board {
    do throws(BoardError) { return try choice.load() } catch {
      // There is room for one line.
      let mistake = error.diagnostics.first?.message
      throw BoxConnection.Failure("The board has mistakes: \(mistake ?? "it cannot be read")")
    }
  }

  /// The box of a panel: a shared one, or one in this process if there can be no other or nobody shares it.
  /// - Parameter load: Reads the board, or reports its mistakes.
  @MainActor
  private static func panelBox(
    _ choice: BoardChoice, _ attachment: Attachment,
    _ load: @escaping @MainActor (BoardChoice) throws -> Board
  ) async throws -> (box: ServedBox, warning: String?) {
    // A box that runs has read the board. Mistakes are reported before one is started.
    switch try await attachment.open(everyChange: false, beforeStart: { _ = try load(choice) }) {
    case .served(let box):
      // The first frame shows the whole board.
      await box.waitForSituation()
      guard box.end == nil else { throw BoxConnection.Failure("the box ended at once; its log says why") }
      return (box, nil)
    case .locked(let held, let reason):
      let (box, warning) = await privateBox(
        try load(choice), file: choice.path, held, isReadOnly: attachment.isReadOnly)
      return (box, [lockRemark(reason), warning].compactMap(\.self).joined(separator: "; "))
    case .privately:
      return await privateBox(try load(choice), file: choice.path, nil, isReadOnly: attachment.isReadOnly)
    }
  }

  /// What a front end says that has locked its board.
  private static func lockRemark(_ reason: String) -> String {
    "working without a box, others are refused meanwhile: \(reason)"
  }

  /// Watches a board until a signal arrives, and does not return.
  /// - Parameter observesOthers: Whether to watch a board on which nothing repeats, for what other front ends
  ///   do.
  /// - Parameter metrics: How metrics are served; nil if they are not.
  static func watch(
    _ choice: BoardChoice, style: ChangePrinter.Style, isPrivate: Bool, isReadOnly: Bool = false,
    observesOthers: Bool = true, ignoresFiles: Bool = false,
    metrics: MetricsExporter.Settings? = nil
  ) throws {
    let board = try Opening.load(choice)
    if choice.path.map(ProjectBoard.isProject) == true {
      StandardError.write(
        "nothing here starts by itself: \(choice.name) is no board, and `signalbox init --from` writes one")
      throw ExitCode(ExitStatus.badBoard)
    }
    let attachment = Attachment(choice, kind: .watch, isPrivate: isPrivate, isReadOnly: isReadOnly)
    guard observesOthers && attachment.isShared || board.actions.contains(where: \.runsByItself) else {
      StandardError.write(
        "nothing on this board runs by itself (`every`, `start: with-board`, `watch`), so there is nothing to watch"
      )
      return
    }
    let exporter = try metrics.map(exporter)
    try headless(board, attachment, style: style, remarks: .none, deliversNotices: true) { station in
      if let exporter {
        exporter.box = station.box
        station.say("metrics are on \(exporter.url)")
      }
      station.printAll()
      let stops = station.stopCount
      if ignoresFiles { station.box.ignoreFiles() }
      if !isReadOnly { station.box.repeatActions() }
      await station.wait {
        station.isLeaving || station.box.hasEnded || station.stop(after: stops) != nil
      }
      if station.isLeaving { return nil }
      if let stop = station.stop(after: stops) { return await station.endAfter(stop) }
      station.say("the box \(station.box.endWords)")
      return ExitStatus.waitedTooLong
    }
  }

  /// Serves metrics, or prints why that is not possible.
  private static func exporter(_ settings: MetricsExporter.Settings) throws -> MetricsExporter {
    do throws(ListenRefusal) {
      return try MainActor.assumeIsolated {
        Result { () throws(ListenRefusal) in try MetricsExporter(settings) }
      }.get()
    } catch {
      StandardError.write("\(error)")
      throw ExitCode(ExitStatus.failed)
    }
  }

  /// Prints as JSON that an action was not started, before the board is at work.
  static func printRefusal(of id: String, because reason: String, on board: Board) throws {
    let situation = MainActor.assumeIsolated { Situation(Interlocking(board, environment: .live())) }
    guard let action = situation[id] else { return }
    let output = Opening.output
    ChangePrinter(.json) { output.write($0) }.print([.refusal(action, reason)])
  }

  /// Puts a board to work without a screen, and does not return.
  /// - Parameter needsBox: Whether the program ends if there can be no box that goes on without it.
  /// - Parameter unprinted: The actions whose lines are not printed as they come.
  /// - Parameter body: Returns the exit code, or nil if the program is ending for another reason.
  static func headless(
    _ board: Board, _ attachment: Attachment, style: ChangePrinter.Style, remarks: Remarks,
    deliversNotices: Bool = false, needsBox: Bool = false, exitMap: ExitMap = .command,
    unprinted: Set<String> = [], _ body: @escaping @MainActor (HeadlessBoard) async -> Int32?
  ) throws {
    runMain(exitMap) { () -> HeadlessBoard in
      @MainActor func privateBox(_ held: HeldBoard?) async -> (ServedBox, @MainActor () -> Void) {
        await printingBox(board, attachment, style: style, deliversNotices: deliversNotices, held)
      }
      let box: ServedBox
      var begin: @MainActor () -> Void = {}
      switch try await attachment.open(everyChange: true, digest: board.source.digest) {
      case .served(let served):
        box = served
        await box.waitForSituation()
      case .locked(let held, let reason):
        if needsBox { throw Attachment.Refusal(reason: "there can be no box: \(reason)") }
        StandardError.write(lockRemark(reason))
        (box, begin) = await privateBox(held)
      case .privately: (box, begin) = await privateBox(nil)
      }
      var files = HeadlessFiles.ofProgram()
      files.surroundings.exitMap = exitMap
      let flow = files.flow
      let station = try HeadlessBoard(
        style: style, remarks: remarks, surroundings: files.surroundings, unprinted: unprinted,
        nextBox: { try await nextBox(attachment, digest: board.source.digest, flow: flow) }
      ) {
        box.flow = flow
        begin()
        return box
      }
      Task { if let code = await body(station) { await station.end(code) } }
      return station
    }
  }

  /// The next box of the board, for a front end that prints; nil if there can be none.
  @MainActor
  private static func nextBox(
    _ attachment: Attachment, digest: String?, flow: OutputFlow
  ) async throws -> ServedBox? {
    guard case .served(let box) = try await attachment.open(everyChange: true, digest: digest) else {
      return nil
    }
    await box.waitForSituation()
    box.flow = flow
    return box
  }

  /// Runs the main queue for a front end, or prints why it could not be opened. Does not return.
  static func runMain(
    _ exitMap: ExitMap = .command, _ open: @escaping @MainActor () async throws -> some AnyObject
  ) -> Never {
    Task { @MainActor in
      do {
        Self.opened = try await open()
      } catch let code as ExitCode {
        // What was wrong is written already.
        exit(exitMap.code(code.rawValue))
      } catch  where error is RendezvousError || error is Attachment.Refusal || error is BoxConnection.Failure
      {
        // A later try may succeed.
        StandardError.write("\(error)")
        exit(exitMap.code(ExitStatus.waitedTooLong))
      } catch {
        StandardError.write("\(error)")
        exit(exitMap.code(ExitStatus.failed))
      }
    }
    dispatchMain()
  }

  /// The front end at work.
  @MainActor private static var opened: AnyObject?
}

extension ActionDefinition {
  /// Whether it runs without a person, while a panel or `watch` is there.
  fileprivate var runsByItself: Bool { every != nil || start == .withBoard || watch != nil }
}
