/// The options of a board that make an action a service.
enum ServiceText {
  static func options(of found: FoundAction, startsServices: Bool) -> [(String, BoardValue?)] {
    var options: [(String, BoardValue?)] = [("stop", found.stop.map(stop))]
    guard let service = found.service else { return options }
    options += [
      ("service", .word("true")),
      ("ready", service.ready.map { probe($0, isReady: true) }),
      (
        "restart",
        .options([
          ("when", .word(service.restart)),
          ("limit", service.restart == "never" ? nil : service.restartLimit.map { .word("\(max(1, $0))") }),
        ])
      ),
      ("liveness", service.liveness.map { probe($0, isReady: false) }),
      ("start", startsServices && service.startsWithProject ? .word("with-board") : nil),
    ]
    return options
  }

  private static func stop(_ stop: FoundAction.Stop) -> BoardValue {
    .options([
      ("signal", stop.signal.map { .word($0) }), ("grace", stop.seconds.map(seconds)),
      ("command", stop.command.map { .text($0) }),
    ])
  }

  private static func probe(_ probe: FoundAction.Probe, isReady: Bool) -> BoardValue {
    var options: [(String, BoardValue?)] = []
    var isCommand = false
    switch probe.question {
    case .arguments(let words):
      options.append(("run", .list(words.map { .text($0) })))
      isCommand = true
    case .text(let text):
      options.append(("run", .text(text)))
      isCommand = true
    case .http(let url):
      let timeout = probe.seconds.timeout.map(seconds)
      options.append(
        ("http", timeout == nil ? .text(url) : .options([("url", .text(url)), ("timeout", timeout)])))
    case .tcp(let address): options.append(("tcp", .text(address)))
    case .line(let text):
      return .options([("line", .text(text.asExpression))])
    }
    options += [
      ("timeout", isCommand ? probe.seconds.timeout.map(seconds) : nil),
      ("every", probe.seconds.interval.map(seconds)),
      ("successes", probe.successes.map { .word("\(max(1, $0))") }),
      ("failures", probe.failures.map { .word("\(max(1, $0))") }),
      ("start-period", probe.seconds.delay.flatMap { $0 > 0 ? seconds($0) : nil }),
    ]
    return .options(options)
  }

  private static func seconds(_ number: Int) -> BoardValue { .word("\(min(max(1, number), 86_400))s") }
}

extension String {
  /// A regular expression that matches lines with this text.
  fileprivate var asExpression: String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar.isASCII, !scalar.properties.isAlphabetic, !("0"..."9").contains(scalar), scalar != " " {
        result.append("\\")
      }
      result.append(scalar)
    }
    return String(result)
  }
}
