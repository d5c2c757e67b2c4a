import SignalboxCore
import SignalboxTesting
import Testing

@testable import SmallPrograms

@Suite(.timeLimit(.minutes(1))) struct SignUpWizardTests {
  private let scheduler = TestScheduler()
  private let sent: Recorder<SignUpWizard.Form>

  init() { sent = Recorder(scheduler) }

  private func makeWizard(isOffline: Bool = false) -> SignUpWizard {
    SignUpWizard(executor: scheduler) { [scheduler, sent] form in
      try await scheduler.sleep(for: .seconds(1))
      if isOffline { throw Offline() }
      sent.record(form)
    }
  }

  /// Fills in all steps and goes to the last one.
  private func fillIn(_ wizard: SignUpWizard) {
    wizard.form.modify { $0.email = "ada@example.org" }
    wizard.next.execute()
    wizard.form.modify { $0.city = "London" }
    wizard.next.execute()
  }

  @Test func `a step that is not filled in cannot be left forwards`() {
    let wizard = makeWizard()
    let canGoOn = Recorder(wizard.next.enabled)
    wizard.next.execute()
    #expect(wizard.form.data.step == .account)
    wizard.form.modify { $0.email = "ada@example.org" }
    #expect(canGoOn.values == [false, true])
    wizard.next.execute()
    #expect(wizard.form.data.step == .address)
    #expect(canGoOn.values.last == false)
  }

  @Test func `going back keeps what was typed`() {
    let wizard = makeWizard()
    fillIn(wizard)
    wizard.back.execute()
    wizard.back.execute()
    wizard.back.execute()
    #expect(wizard.form.data == .init(step: .account, email: "ada@example.org", city: "London"))
    #expect(!wizard.back.enabled.data)
  }

  @Test func `the form is sent once, however often the button is pressed`() {
    let wizard = makeWizard()
    wizard.send.execute()
    fillIn(wizard)
    wizard.send.execute()
    wizard.send.execute()
    wizard.back.execute()
    scheduler.advance(by: .seconds(5))
    #expect(sent.values.map(\.city) == ["London"])
    #expect(wizard.form.data.step == .summary)
  }

  @Test func `after a failure the form is still there and can be sent again`() {
    let wizard = makeWizard(isOffline: true)
    fillIn(wizard)
    wizard.send.execute()
    scheduler.advance(by: .seconds(5))
    #expect(wizard.errors.current.data is Offline)
    #expect(wizard.send.enabled.data)
    #expect(wizard.back.enabled.data)
    #expect(wizard.form.data.email == "ada@example.org")
  }
}
