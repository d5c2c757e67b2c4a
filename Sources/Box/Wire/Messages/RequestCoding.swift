extension Request {
  /// One line of JSON, without its end.
  package var line: [UInt8] {
    switch self {
    case .hello(let hello): Self.line("hello", hello)
    case .follow(let follow): Self.line("follow", follow)
    case .look(let look): Self.line("look", look)
    case .lines(let lines): Self.line("lines", lines)
    case .start(let start): Self.line("start", start)
    case .cancel(let cancel): Self.line("cancel", cancel)
    case .enter(let enter): Self.line("enter", enter)
    case .resize(let resize): Self.line("resize", resize)
    case .exit(let exit): Self.line("exit", exit)
    case .answer(let answer): Self.line("answer", answer)
    case .takeOver(let takeOver): Self.line("take_over", takeOver)
    case .dismiss(let dismiss): Self.line("dismiss", dismiss)
    case .decide(let decide): Self.line("decide", decide)
    case .repeats: Array("{\"request\":\"repeat\"}".utf8)
    case .ignoreFiles: Array("{\"request\":\"ignore-files\"}".utf8)
    case .watch(let watch): Self.line("watch", watch)
    case .why(let why): Self.line("why", why)
    case .plan(let plan): Self.line("plan", plan)
    case .answerPlan(let answer): Self.line("answer-plan", answer)
    case .find(let find): Self.line("find", find)
    case .linesOf(let lines): Self.line("lines-of", lines)
    case .holds(let holds): Self.line("holds", holds)
    case .forget(let forget): Self.line("forget", forget)
    case .leave(let leave): Self.line("leave", leave)
    case .stop(let stop): Self.line("stop", stop)
    }
  }

  private static func line(_ name: String, _ object: some WireObject) -> [UInt8] {
    MessageLine.of("request", name, object)
  }

  /// Reads a line, without its end.
  package init(line: some Sequence<UInt8>) throws(WireError) {
    let json: JSONTree
    do throws(JSONParser.Mistake) { json = try JSONParser.parse(line) } catch {
      throw WireError("not JSON, from byte \(error.offset) on")
    }
    switch json["request"]?.text {
    case "hello": self = .hello(try Self.hello(json))
    case "follow": self = .follow(try Follow(json))
    case "look": self = .look(try Look(json))
    case "lines": self = .lines(try Lines(json))
    case "start": self = .start(try Start(json))
    case "cancel": self = .cancel(try Cancel(json))
    case "enter": self = .enter(try Enter(json))
    case "resize": self = .resize(try Resize(json))
    case "exit": self = .exit(try Exit(json))
    case "answer": self = .answer(try Answer(json))
    case "take_over": self = .takeOver(try TakeOver(json))
    case "dismiss": self = .dismiss(try Dismiss(json))
    case "decide": self = .decide(try Decide(json))
    case "repeat": self = .repeats
    case "ignore-files": self = .ignoreFiles
    case "watch": self = .watch(try Watch(json))
    case "why": self = .why(try Why(json))
    case "plan": self = .plan(try Plan(json))
    case "answer-plan": self = .answerPlan(try PlanAnswer(json))
    case "find": self = .find(try Find(json))
    case "lines-of": self = .linesOf(try LinesOf(json))
    case "holds": self = .holds(try Holds(json))
    case "forget": self = .forget(try Forget(json))
    case "leave": self = .leave(try Leave(json))
    case "stop": self = .stop(try Stop(json))
    case let name?: throw WireError("unknown request \"\(name)\"")
    case nil: throw WireError(expected: "a request")
    }
  }

  /// What the hello of another version says besides its version may be new here. It is refused because of
  /// the version, in words that help.
  private static func hello(_ json: JSONTree) throws(WireError) -> Hello {
    do throws(WireError) { return try Hello(json) } catch {
      let version: Int? = json["version"]?.integer()
      guard let version, version != Wire.version else { throw error }
      var hello = Hello()
      hello.version = version
      return hello
    }
  }
}

/// A message as a line of JSON that begins with its kind.
enum MessageLine {
  static func of(_ kind: String, _ name: String, _ object: some WireObject) -> [UInt8] {
    var line: [UInt8] = []
    object.writeDifference(
      from: type(of: object).blank, to: &line, identity: Array("\"\(kind)\":\"\(name)\"".utf8))
    return line
  }
}
