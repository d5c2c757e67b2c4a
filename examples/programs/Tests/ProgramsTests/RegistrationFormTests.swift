import SignalboxCore
import SignalboxTesting
import Testing

@testable import SmallPrograms

@Suite(.timeLimit(.minutes(1))) struct RegistrationFormTests {
  private let scheduler = TestScheduler()
  private let asked: Recorder<String>
  private let created: Recorder<String>

  init() { (asked, created) = (Recorder(scheduler), Recorder(scheduler)) }

  /// A form whose server needs two seconds for each answer, and knows the name `ada`.
  private func makeForm() -> RegistrationForm {
    RegistrationForm(scheduler: scheduler, executor: scheduler) { [scheduler, asked] name in
      asked.record(name)
      try await scheduler.sleep(for: .seconds(2))
      return name != "ada"
    } create: { [scheduler, created] name, password in
      try await scheduler.sleep(for: .seconds(2))
      created.record("\(name) \(password)")
    }
  }

  @Test func `every problem is named until it is solved`() {
    let form = makeForm()
    #expect(form.problems.data == ["A name is missing.", "The password has less than 8 characters."])
    form.name.data = "ada"
    form.password.data = "12345678"
    #expect(form.problems.data == ["The name is being checked.", "The passwords differ."])
    form.repeated.data = "12345678"
    scheduler.advance(by: .seconds(5))
    #expect(form.problems.data == ["The name is taken."])
    form.name.data = "bob"
    scheduler.advance(by: .seconds(5))
    #expect(form.problems.data.isEmpty)
    #expect(form.register.enabled.data)
  }

  @Test func `only a name that is not followed by another is checked`() {
    let form = makeForm()
    for name in ["b", "bo", "bob"] {
      form.name.data = name
      scheduler.advance(by: .milliseconds(300))
    }
    scheduler.advance(by: .seconds(1))
    form.name.data = "bobby"
    scheduler.advance(by: .seconds(5))
    #expect(asked.values == ["bob", "bobby"])
    #expect(form.problems.data.count == 1)
  }

  @Test func `an answer for another name does not count`() {
    let form = makeForm()
    form.name.data = "bob"
    scheduler.advance(by: .seconds(5))
    form.name.data = "ada"
    #expect(form.problems.data.first == "The name is being checked.")
    form.name.data = "bob"
    #expect(form.problems.data == ["The password has less than 8 characters."])
  }

  @Test func `an account is created once, and only from a form without problems`() {
    let form = makeForm()
    form.register.execute()
    form.name.data = "bob"
    form.password.data = "12345678"
    form.repeated.data = "12345678"
    scheduler.advance(by: .seconds(5))
    form.register.execute()
    form.register.execute()
    scheduler.advance(by: .seconds(5))
    #expect(created.values == ["bob 12345678"])
  }
}
