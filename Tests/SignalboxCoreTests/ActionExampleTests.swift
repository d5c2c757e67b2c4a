import SignalboxCore
import SignalboxTesting
import Testing

/// The examples in the documentation comments of actions, line for line.
///
/// `DocumentationTests` compares the lines.
@Suite(.timeLimit(.minutes(15))) final class ActionExampleTests {
  @Test func action() async throws {
    typealias URL = String
    typealias Document = String
    let document = "notes"
    let isValid = LiveData(data: true)
    let store = Store()

    let save = Action<Document, URL>(enabledIf: isValid) { document in
      try await store.save(document)
    }
    let url = try await save.execute(document).value

    #expect(url == "/notes")
  }

  @Test func `void action`() {
    let (printed, print) = Printer.make()

    let beep = VoidAction { Just(()) }
    beep.completions.observe(owner: self) { print("beep") }
    beep.execute()  // prints beep

    #expect(printed.values == ["beep"])
  }

  @Test func `completable action`() async throws {
    let store = Store()

    let save = CompletableAction<String> { try await store.save($0) }
    try await save.execute("notes").finished()

    #expect(store.saved == ["notes"])
  }

  @Test func `action error`() async {
    let (printed, print) = Printer.make()
    let isValid = LiveData(data: false)
    let store = Store()

    let save = Action<String, Int>(enabledIf: isValid) { try await store.save($0) }
    do {
      try await save.execute("notes").finished()
    } catch {
      switch error {
      case .notEnabled: print("not now")
      case .underlying(let failure): print(failure)
      case .cancelled: print("cancelled")
      }
    }

    #expect(printed.values == ["not now"])
  }

  @Test func `no element error`() async throws {
    let (printed, print) = Printer.make()

    let find = Action<String, Int> { _ in Empty<Int, Never>() }
    do {
      print(try await find.execute("notes").value)
    } catch .underlying(let error) where error is NoElementError {
      print("not found")
    }

    #expect(printed.values == ["not found"])
  }

  @Test func `action state`() {
    let (printed, print) = Printer.make()
    let work = FutureEvent<Void>()

    let refresh = VoidAction(whileExecuting: .queue()) { work }
    refresh.execute()
    refresh.execute()
    let state = refresh.state.data
    print(state.enabled, state.running, state.waiting)  // prints true 1 1

    #expect(printed.values == ["true 1 1"])
  }

  @Test func execution() async throws {
    let (printed, print) = Printer.make()

    let count = Action<Int, Int> { (1...$0).publisher }
    let execution = count.execute(3)
    let shown = execution.sink(
      receiveCompletion: { _ in print("done") }, receiveValue: { print($0) })  // prints 1, 2, 3, done
    print(try await execution.value)  // prints 3

    #expect(printed.values == ["1", "2", "3", "done", "3"])
    withExtendedLifetime(shown) {}
  }

  @Test func `execution values`() async throws {
    let (printed, print) = Printer.make()

    let count = Action<Int, Int> { (1...$0).publisher }
    for try await element in count.execute(3).values {
      print(element)  // prints 1, 2, 3
    }

    #expect(printed.values == ["1", "2", "3"])
  }

  @Test func `a view model`() async throws {
    final class PageModel: Sendable {
      let activity = ActivityIndicator<String>()
      let errors = ErrorTracker()
      let title = LiveData(data: "")
      let load: Action<Int, String>

      init(fetch: @escaping @Sendable (Int) async throws -> String) {
        load = Action(whileExecuting: .restart) { [activity, errors, title] page in
          let text = try await errors.track(source: "page") {
            try await activity.track(associatedValue: "Page \(page)") { _ in try await fetch(page) }
          }
          title.data = text
          return text
        }
      }
    }

    let model = PageModel { "page \($0)" }

    #expect(try await model.load.execute(7).value == "page 7")
    #expect(model.title.data == "page 7")
    #expect(model.activity.state.data.loading == false)
  }

  @Test func `while executing`() async throws {
    @Sendable func find(_ word: String) async throws -> String { word + "s" }

    let search = Action<String, String>(whileExecuting: .restart) { word in
      try await find(word)
    }
    search.execute("s")
    let result = try await search.execute("signal").value  // the first search was cancelled

    #expect(result == "signals")
  }

  @Test func `on cancel`() async {
    struct Compiler {
      func run() async throws { try await Task.sleep(for: .seconds(60)) }
    }
    let (printed, print) = Printer.make()
    let compiler = Compiler()

    let build = VoidAction(onCancel: .waitForWork) {
      try await compiler.run()  // stops the process and waits for it when the task is cancelled
    }
    build.execute()
    build.cancel()
    print(build.state.data.executing)  // prints true: the process is still shutting down

    #expect(printed.values == ["true"])
    for await state in build.state.values where !state.executing { break }
  }
}
