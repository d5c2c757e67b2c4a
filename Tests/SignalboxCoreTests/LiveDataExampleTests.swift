import Observation
import SignalboxCore
import SignalboxTesting
import Testing

/// The examples in the documentation comments of live data and events, line for line.
///
/// `DocumentationTests` compares the lines.
@Suite(.timeLimit(.minutes(15))) final class LiveDataExampleTests {
  @Test func `live data`() {
    let (printed, print) = Printer.make()

    let temperature = LiveData(data: 20)
    temperature.observe(owner: self) { print($0) }
    temperature.data = 21  // prints 21

    #expect(printed.values == ["21"])
  }

  @Test func `read only live data`() {
    let (printed, print) = Printer.make()

    let temperature = LiveData(data: 20)
    let isWarm: ReadOnlyLiveData<Bool> = temperature.map { $0 > 21 }.removeDuplicates()
    isWarm.observe(owner: self) { print($0) }
    temperature.data = 21
    temperature.data = 22  // prints true

    #expect(printed.values == ["true"])
  }

  @Test func `a common root`() {
    let (printed, print) = Printer.make()

    let celsius = LiveData(data: 20)
    let both = celsius.combineLatest(celsius.map { $0 * 9 / 5 + 32 })
    both.observe(owner: self) { print($0, $1) }
    celsius.data = 100  // prints 100 212

    #expect(printed.values == ["100 212"])
  }

  @Test func `filter with a first value`() {
    let (printed, print) = Printer.make()

    let speed = LiveData(data: 80)
    let violation = speed.filter(startingWith: 0) { $0 > 120 }
    speed.data = 130
    speed.data = 90
    print(violation.data)  // prints 130

    #expect(printed.values == ["130"])
  }

  @Test func `compact map with a first value`() {
    let (printed, print) = Printer.make()

    let input = LiveData(data: "7")
    let number = input.compactMap(startingWith: 0) { Int($0) }
    input.data = "seven"
    print(number.data)  // prints 7

    #expect(printed.values == ["7"])
  }

  @Test func `scan with a first value`() {
    let (printed, print) = Printer.make()

    let temperature = LiveData(data: 20)
    let highest = temperature.scan(startingWith: 0) { max($0, $1) }
    temperature.data = 31
    temperature.data = 25
    print(highest.data)  // prints 31

    #expect(printed.values == ["31"])
  }

  @Test func debounce() {
    let (printed, print) = Printer.make()
    let scheduler = TestScheduler()

    let query = LiveData(data: "")
    let settled = query.debounce(after: .milliseconds(300), scheduler: scheduler)
    query.data = "s"
    query.data = "sw"
    scheduler.advance(by: .milliseconds(300))
    print(settled.data)  // prints sw

    #expect(printed.values == ["sw"])
  }

  @Test func throttle() {
    let (printed, print) = Printer.make()
    let scheduler = TestScheduler()

    let position = LiveData(data: 0)
    let shown = position.throttle(every: .seconds(1), scheduler: scheduler)
    for meter in 1...100 { position.data = meter }
    scheduler.advance(by: .seconds(1))
    print(shown.data)  // prints 100

    #expect(printed.values == ["100"])
  }

  @Test func `switch to latest`() {
    let (printed, print) = Printer.make()

    let selected = LiveData(data: 0)
    let progress = [LiveData(data: 0.25), LiveData(data: 0.5)]
    let shown = selected.switchToLatest { progress[$0] }
    selected.data = 1
    progress[0].data = 0.75
    print(shown.data)  // prints 0.5

    #expect(printed.values == ["0.5"])
  }

  @Test func zip() {
    let (printed, print) = Printer.make()

    let question = LiveData(data: "1 + 1")
    let answer = LiveData(data: 2)
    let pairs = question.zip(with: answer)
    question.data = "2 + 2"
    print(pairs.data)  // prints ("1 + 1", 2)
    answer.data = 4
    print(pairs.data)  // prints ("2 + 2", 4)

    #expect(printed.values == ["(\"1 + 1\", 2)", "(\"2 + 2\", 4)"])
  }

  @Test func observer() {
    let (printed, print) = Printer.make()

    let temperature = LiveData(data: 20)
    let observer = Observer<Int> { print($0) }
    temperature.observeForever(observer: observer)
    temperature.data = 21  // prints 21
    temperature.remove(observer: observer)
    temperature.data = 22

    #expect(printed.values == ["21"])
  }

  @Test func `state value`() {
    let (printed, print) = Printer.make()

    let user = LiveStateData<String>(data: .success("Ada"))
    user.data = .failure(Offline())
    if case .failure(let error) = user.data { print(error) }  // prints Offline()

    #expect(printed.values == ["Offline()"])
  }

  @Test func `live optional data`() {
    let (printed, print) = Printer.make()

    let user = LiveOptionalData<String>()
    print(user.data ?? "no user")  // prints no user

    #expect(printed.values == ["no user"])
  }

  @Test func `live optional state data`() {
    let user = LiveOptionalStateData<String>()
    user.data = .failure(Offline())
    user.data = .success("Ada")

    #expect(user.data == .success("Ada"))
  }

  @Test func `late observers`() {
    let (printed, print) = Printer.make()

    let started = SingleEvent<Int>(lateObservers: .ignore)
    started.trigger(1)
    started.observe(owner: self) { print($0) }  // prints nothing

    #expect(printed.values.isEmpty)
  }

  @Test func `latest values`() async {
    let (printed, print) = Printer.make()

    let temperature = LiveData(data: 20)
    for await value in temperature.values {
      print(value)  // prints 20, then 21
      if value > 20 { break }
      temperature.data = 21
    }

    #expect(printed.values == ["20", "21"])
  }

  @Test func `future event`() {
    let (printed, print) = Printer.make()

    let saved = FutureEvent<String>()
    saved.observe(owner: self) { print("saved \($0)") }
    saved.trigger("notes.txt")  // prints saved notes.txt

    #expect(printed.values == ["saved notes.txt"])
  }

  @Test func observed() {
    let (printed, print) = Printer.make()

    let temperature = LiveData(data: 20)
    withObservationTracking {
      print(temperature.observed.data)  // prints 20
    } onChange: {
      print(temperature.data)  // prints 21
    }
    temperature.data = 21

    #expect(printed.values == ["20", "21"])
  }

  @MainActor @Test func tracking() async {
    let counter = Counter()
    let isBusy = ReadOnlyLiveData.tracking { counter.count > 0 }
    counter.count = 1  // isBusy becomes true

    for await value in isBusy.values where value { return }
  }

  @Test func `event values`() async {
    let (printed, print) = Printer.make()

    let saved = FutureEvent<String>()
    var names = saved.values.makeAsyncIterator()
    saved.trigger("a.txt")
    saved.trigger("b.txt")
    print(await names.next()!)  // prints a.txt
    print(await names.next()!)  // prints b.txt

    #expect(printed.values == ["a.txt", "b.txt"])
  }

  @Test func `event buffering`() async {
    let (printed, print) = Printer.make()

    let saved = FutureEvent<String>()
    var newest = saved.values(buffering: .newest(1)).makeAsyncIterator()
    saved.trigger("a.txt")
    saved.trigger("b.txt")
    print(await newest.next()!, newest.droppedCount)  // prints b.txt 1

    #expect(printed.values == ["b.txt 1"])
  }

  @Test func `combine latest`() {
    let (printed, print) = Printer.make()

    let query = LiveData(data: "swift")
    let page = PassthroughSubject<Int, Never>()
    let subscription = query.combineLatest(page).sink { print($0, $1) }
    page.send(1)  // prints swift 1

    withExtendedLifetime(subscription) {}
    #expect(printed.values == ["swift 1"])
  }

  @Test func merge() {
    let (printed, print) = Printer.make()

    let saved = FutureEvent<String>()
    let removed = PassthroughSubject<String, Never>()
    let subscription = saved.merge(with: removed).sink { print($0) }
    removed.send("notes.txt")  // prints notes.txt

    withExtendedLifetime(subscription) {}
    #expect(printed.values == ["notes.txt"])
  }

  @Test func `event stream`() {
    let (printed, print) = Printer.make()

    let greet = Action<String, String> { Just("Hello \($0)") }
    greet.elements.observe(owner: self) { print($0) }
    greet.execute("Ada")  // prints Hello Ada

    #expect(printed.values == ["Hello Ada"])
  }

  @Test func `single event`() {
    let (printed, print) = Printer.make()

    let ready = SingleEvent<Int>()
    ready.trigger(1)
    ready.trigger(2)
    ready.observe(owner: self) { print($0) }  // prints 1

    #expect(printed.values == ["1"])
  }
}
