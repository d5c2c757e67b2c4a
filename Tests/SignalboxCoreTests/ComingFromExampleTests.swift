import SignalboxCore
import SignalboxTesting
import Testing

/// The examples of the pages for those who come from other libraries, line for line.
///
/// `DocumentationTests` compares the lines.
@Suite(.timeLimit(.minutes(15))) final class ComingFromExampleTests {
  @Test func `a subject of Combine`() {
    let (printed, print) = Printer.make()

    let query = CurrentValueSubject<String, Never>("")
    var subscriptions: Set<AnyCancellable> = []
    query.dropFirst().removeDuplicates().sink { print($0) }.store(in: &subscriptions)
    query.value = "swift"  // prints swift

    #expect(printed.values == ["swift"])
  }

  @Test func `live data instead of a subject`() {
    let (printed, print) = Printer.make()

    let query = LiveData(data: "")
    query.removeDuplicates().observe(owner: self) { print($0) }
    query.data = "swift"  // prints swift

    #expect(printed.values == ["swift"])
  }

  @Test func `an action that several publishers start`() {
    let (printed, print) = Printer.make()

    let pulled = FutureEvent<Void>()
    let retried = FutureEvent<Void>()
    let opened = PassthroughSubject<Void, Never>()
    let refresh = VoidAction { Just(()) }
    refresh.completions.observe(owner: self) { print("refreshed") }
    pulled.merge(with: retried, opened).subscribe(refresh.inputs)
    pulled.trigger()  // prints refreshed
    opened.send()  // prints refreshed

    #expect(printed.values == ["refreshed", "refreshed"])
  }

  @Test func `iterators of state and of events`() async {
    let (printed, print) = Printer.make()

    let progress = LiveData(data: 0.0)
    let messages = FutureEvent<String>()
    var latest = progress.values.makeAsyncIterator()
    var oldest = messages.values(buffering: .oldest(2)).makeAsyncIterator()
    for step in 1...4 {
      progress.data = Double(step) / 4
      messages.trigger("step \(step)")
    }
    print(await latest.next()!)  // prints 1.0
    print(await oldest.next()!)  // prints step 1
    print(await oldest.next()!)  // prints step 2
    print(oldest.droppedCount)  // prints 2

    #expect(printed.values == ["1.0", "step 1", "step 2", "2"])
  }

  @Test func `a search instead of a task in a property`() async throws {
    @Sendable func find(_ query: String) async throws -> [String] {
      if query == "s" { try await Task.sleep(for: .seconds(600)) }
      return [query + "-log"]
    }
    let (printed, print) = Printer.make()

    let search = Action<String, [String]>(whileExecuting: .restart) { query in
      try await find(query)
    }
    let outdated = search.execute("s")
    let current = search.execute("swift")
    print(try await current.value)  // prints ["swift-log"]
    do {
      print(try await outdated.value)
    } catch {
      print(error)  // prints cancelled
    }

    #expect(printed.values == [#"["swift-log"]"#, "cancelled"])
  }

  @Test func `a feature with a state and an effect`() async throws {
    final class CounterModel: Sendable {
      struct State: Sendable, Equatable {
        var count = 0
        var fact: String?
      }

      let state = LiveData(data: State())
      let showFact: Action<Int, String>

      init(fact: @escaping @Sendable (Int) async throws -> String) {
        showFact = Action(whileExecuting: .restart) { number in try await fact(number) }
        showFact.elements.observe(owner: self) { [state] fact in state.modify { $0.fact = fact } }
      }

      func increment() {
        state.modify {
          $0.count += 1
          $0.fact = nil
        }
      }
    }
    let (printed, print) = Printer.make()

    let model = CounterModel { number in "\(number) is even" }
    let counts = Recorder(model.state.map(\.count).removeDuplicates())
    model.increment()
    model.increment()
    print(counts.values)  // prints [0, 1, 2]
    try await model.showFact.execute(2).finished()
    print(model.state.data.fact ?? "no fact")  // prints 2 is even

    #expect(printed.values == ["[0, 1, 2]", "2 is even"])
  }
}
