internal import Boundary
internal import TerminalUI

extension Dashboard {
  /// The log that is shown.
  struct ShownLog {
    /// The action that has printed it.
    let definition: Shared<ActionDescription>
    let ring: OutputRing
    /// Whether lines are on their way. Nothing is shown in the place of an empty output then, because it
    /// would be replaced at once.
    var isPending = false
    /// The size of its area on the screen.
    let area: Size

    var action: ActionDescription { _read { yield definition.value } }
  }

  /// What the user sees of the logs: where each is scrolled, what is searched for, filtered and selected.
  ///
  /// Its functions apply to the log that is shown.
  struct LogViews {
    /// What the panel has to do after a command.
    enum Response: Equatable {
      case show(message: String)
      case copy(String)
      case ask(Prompt)
    }

    /// A text that is being typed for a log.
    struct Typing {
      let action: ActionDescription.ID
      /// The view of that log before the user began to type.
      let before: LogBrowser
      /// The text so far.
      var step: LogStep
    }

    /// The options that apply to all logs.
    var options = LogOptions()
    /// Nil while no text is typed.
    var typing: Typing?
    /// The last search text and the last filter text.
    var lastSearch, lastFilter: String?
    let clock: WallClock
    /// The view of each log, by the name of its action.
    private var browsers: [ActionDescription.ID: LogBrowser] = [:]

    init(clock: WallClock) { self.clock = clock }

    /// The rows in view, with the present output.
    mutating func log(_ shown: ShownLog) -> Log {
      let clock = clock
      let mayFollow = typing == nil
      var log = with(shown) { browser, page in
        if mayFollow { browser.followIfWhole(on: page) }
        return page.log(title: shown.action.title, browser, clock: clock)
      }
      if shown.ring.isEmpty, !shown.isPending { log.introduction = Introduction(of: shown.action) }
      return log
    }

    /// Forgets the logs of actions that have been removed, and a text that is typed for another log than the
    /// one that is shown.
    mutating func keep(_ actions: Set<ActionDescription.ID>, shown: ActionDescription.ID?) {
      browsers = browsers.filter { actions.contains($0.key) }
      if let typing, typing.action != shown { self.typing = nil }
    }

    /// Updates the view of the log to the present output, and passes it to `body` for changes.
    mutating func with<Result>(
      _ shown: ShownLog, _ body: (inout LogBrowser, LogPage) -> Result
    ) -> Result {
      var browser = browsers[shown.action.id] ?? LogBrowser()
      browser.update(from: shown.ring)
      defer { browsers[shown.action.id] = browser }
      return body(&browser, page(of: browser, shown))
    }

    /// The number of the line that is marked because it names a file; nil for none.
    func markedLine(of shown: ShownLog) -> Int? { browsers[shown.action.id]?.placeLine }

    func page(of browser: LogBrowser, _ shown: ShownLog) -> LogPage {
      LogPage(
        source: browser.source(shown.ring), geometry: LogGeometry(area: shown.area, options: options))
    }
  }
}
